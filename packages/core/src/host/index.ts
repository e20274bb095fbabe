export { systemClock, systemRandom } from "./system-ports.ts";
