import { compareCodePoints } from "../json/sort-keys.ts";

/** Up to this many, moving entries one by one beats a sort over pairs. */
const FEW = 16;

/** Sorts field names by code point (spec 01 §7), and the slots of their values with them. */
export function sortFields(fields: string[], slots: number[], count: number): void {
  if (count <= FEW) insertionSort(fields, slots, count);
  else sortPairs(fields, slots, count);
}

function insertionSort(fields: string[], slots: number[], count: number): void {
  for (let i = 1; i < count; i++) {
    const field = fields[i] ?? "";
    const slot = slots[i] ?? 0;
    let j = i;
    for (; j > 0 && compareCodePoints(field, fields[j - 1] ?? "") < 0; j--) {
      fields[j] = fields[j - 1] ?? "";
      slots[j] = slots[j - 1] ?? 0;
    }
    fields[j] = field;
    slots[j] = slot;
  }
}

function sortPairs(fields: string[], slots: number[], count: number): void {
  const pairs = fields.slice(0, count).map((field, i) => ({ field, slot: slots[i] ?? 0 }));
  pairs.sort((a, b) => compareCodePoints(a.field, b.field));
  pairs.forEach(({ field, slot }, i) => {
    fields[i] = field;
    slots[i] = slot;
  });
}
