// Beside its own declaration, because the package's types would bring Node's globals into code that must not know them.
export { parse } from "csv-parse/browser/esm/sync";
