import { build } from "./setup/build.mjs";
import { install } from "./setup/install.mjs";
import { onlyOne } from "./setup/only-one.mjs";

/** Everything that must be there before the product or its tests can run; quick when nothing changed. */
export function setup() {
  return onlyOne(async () => {
    await install();
    await build();
  });
}
