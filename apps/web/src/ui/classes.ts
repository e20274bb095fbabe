/** Class names that apply, joined. */
export function classes(...names: (string | false | undefined)[]): string {
  return names.filter((name) => typeof name === "string" && name !== "").join(" ");
}
