import { ConversionError, type PathSegment } from "./conversion-error.ts";
import type { ConversionPath } from "./conversion-path.ts";

// The texts of spec 04 §5 for values of Lua that have no JSON form, at a depth of a path.

export function sparseArray(path: ConversionPath, depth: number, expected: number, found: PathSegment) {
  const place = path.at(depth, found);
  const text = `sparse Lua array at ${path.at(depth)}: expected index ${expected}, found ${found} at ${place}`;
  return new ConversionError(text);
}

export function mixedTable(path: ConversionPath, depth: number, index: PathSegment, field: string): ConversionError {
  const both = `array entry ${path.at(depth, index)} and object field ${path.at(depth, field)}`;
  return new ConversionError(`mixed Lua table at ${path.at(depth)} contains both ${both}`);
}

export function arrayWithField(path: ConversionPath, depth: number, field: string): ConversionError {
  const what = `object field ${path.at(depth, field)}`;
  return new ConversionError(`table marked as a JSON array at ${path.at(depth)} contains ${what}`);
}

export function objectWithEntry(path: ConversionPath, depth: number, index: PathSegment): ConversionError {
  const what = `array entry ${path.at(depth, index)}`;
  return new ConversionError(`table marked as a JSON object at ${path.at(depth)} contains ${what}`);
}

export function cyclicTable(path: ConversionPath, depth: number, outer: number): ConversionError {
  const text = `cyclic Lua table at ${path.at(depth)}; the same table is already active at ${path.at(outer)}`;
  return new ConversionError(text);
}

export function invalidIndex(path: ConversionPath, depth: number, index: string): ConversionError {
  const rule = "indices must be positive consecutive integers starting at 1";
  return new ConversionError(`invalid Lua array index ${index} at ${path.at(depth)}; ${rule}`);
}

export function unsupportedKey(path: ConversionPath, depth: number, type: string): ConversionError {
  return new ConversionError(`unsupported Lua table key type ${type} at ${path.at(depth)}`);
}

export function unsupportedValue(path: ConversionPath, depth: number, type: string): ConversionError {
  const text = `unsupported Lua ${type} value at ${path.at(depth)}; expected a JSON-compatible value`;
  return new ConversionError(text);
}

export function nonFiniteNumber(path: ConversionPath, depth: number): ConversionError {
  return new ConversionError(`non-finite Lua number at ${path.at(depth)} is not valid JSON`);
}

export function invalidUtf8(path: ConversionPath, depth: number, isField: boolean): ConversionError {
  const text = `Lua string at ${path.at(depth)} is not valid UTF-8`;
  return new ConversionError(isField ? `${text} (a field's name)` : text);
}
