import text from "../../../../examples/weather-wrong-field.json?raw";
import { readExample } from "./read-example.ts";

/** What a first visit shows; the others come with their menu. */
export function firstExample() {
  return readExample("weather-wrong-field", text);
}
