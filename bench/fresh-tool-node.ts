import { toolNode } from "./contestants/tool-node.ts";
import { firstResult } from "./first-result.ts";

await firstResult(toolNode);
