import { oursInProcess } from "./contestants/ours-in-process.ts";
import { firstResult } from "./first-result.ts";

await firstResult(oursInProcess);
