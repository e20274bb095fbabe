/**
 * Text of a float (spec 01 §7): the shortest digits that read back the same; plain with at least one decimal while
 * the exponent of the leading digit is −5 … 15, else `d.ddde±E`.
 */
export function formatFloat(value: number): string {
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const size = Math.abs(value);
  if (size < 1e-5 || size >= 1e16) return value.toExponential();
  return Number.isInteger(value) ? `${value}.0` : String(value);
}
