// `npm run build`: installs and builds without starting anything.
import { setup } from "./setup.mjs";

await setup();
