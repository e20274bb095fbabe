import { type PathSegment, pathText } from "./conversion-error.ts";

/** Where a conversion stands; one segment a depth, those of greater depth are left over from before. */
export class ConversionPath {
  #root = "$";
  readonly #segments: PathSegment[] = [];

  begin(root: string): void {
    this.#root = root;
  }

  enter(depth: number, segment: PathSegment): void {
    this.#segments[depth] = segment;
  }

  /** Path of the value at a depth, or of a member of it. */
  at(depth: number, member?: PathSegment): string {
    const segments = this.#segments.slice(0, depth);
    return pathText(this.#root, member === undefined ? segments : [...segments, member]);
  }
}
