import { sortFields } from "./sort-fields.ts";

/** More of a result that is long gone is not worth keeping. */
const KEPT_ENTRIES = 1024;

/** Keys of one table and the places of their values. Cleared and used again: results are many, garbage is dear. */
export class TableEntries {
  readonly indices: (number | bigint)[] = [];
  readonly indexSlots: number[] = [];
  indexCount = 0;
  readonly fields: string[] = [];
  readonly fieldSlots: number[] = [];
  fieldCount = 0;

  get count(): number {
    return this.indexCount + this.fieldCount;
  }

  clear(): void {
    if (this.fields.length > KEPT_ENTRIES) this.fields.length = 0;
    if (this.indices.length > KEPT_ENTRIES) this.indices.length = 0;
    this.indexCount = 0;
    this.fieldCount = 0;
  }

  addIndex(index: number | bigint, slot: number): void {
    this.indices[this.indexCount] = index;
    this.indexSlots[this.indexCount] = slot;
    this.indexCount += 1;
  }

  addField(field: string, slot: number): void {
    this.fields[this.fieldCount] = field;
    this.fieldSlots[this.fieldCount] = slot;
    this.fieldCount += 1;
  }

  sortFields(): void {
    sortFields(this.fields, this.fieldSlots, this.fieldCount);
  }

  sortIndices(): void {
    const indices = this.indices.slice(0, this.indexCount);
    const pairs = indices.map((index, i) => ({ index, slot: this.indexSlots[i] ?? 0 }));
    pairs.sort((a, b) => (a.index < b.index ? -1 : 1));
    pairs.forEach(({ index, slot }, i) => {
      this.indices[i] = index;
      this.indexSlots[i] = slot;
    });
  }
}
