import { sortFields } from "./sort-fields.ts";

/** More of a result that is long gone is not worth keeping. */
const KEPT_ENTRIES = 1024;

/** Of tables with more keys the order is not remembered. */
const MOST_REMEMBERED = 32;

/** Keys of one table and the places of their values. Cleared and used again: results are many, garbage is dear. */
export class TableEntries {
  readonly indices: (number | bigint)[] = [];
  readonly indexSlots: number[] = [];
  indexCount = 0;
  readonly fields: string[] = [];
  readonly fieldSlots: number[] = [];
  fieldCount = 0;

  /** Keys of the last table that was sorted, as they came and as they were sorted, and where each had stood. */
  readonly #came: string[] = [];
  readonly #sorted: string[] = [];
  readonly #order: number[] = [];
  #remembered = 0;
  readonly #slotsAsCame: number[] = [];

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

  /** Tables often follow one another whose keys come in the same order: what was sorted once is not sorted again. */
  sortFields(): void {
    const { fields, fieldSlots, fieldCount: count } = this;
    if (count < 2) return;
    if (count > MOST_REMEMBERED) {
      sortFields(fields, fieldSlots, count);
      return;
    }
    if (!this.#isRemembered()) this.#remember();
    for (let i = 0; i < count; i++) this.#slotsAsCame[i] = fieldSlots[i] as number;
    for (let i = 0; i < count; i++) {
      fields[i] = this.#sorted[i] as string;
      fieldSlots[i] = this.#slotsAsCame[this.#order[i] as number] as number;
    }
  }

  #isRemembered(): boolean {
    if (this.#remembered !== this.fieldCount) return false;
    for (let i = 0; i < this.fieldCount; i++) {
      if (this.fields[i] !== this.#came[i]) return false;
    }
    return true;
  }

  #remember(): void {
    for (let i = 0; i < this.fieldCount; i++) {
      const field = this.fields[i] as string;
      this.#came[i] = field;
      this.#sorted[i] = field;
      this.#order[i] = i;
    }
    this.#remembered = this.fieldCount;
    sortFields(this.#sorted, this.#order, this.fieldCount);
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
