/** Up to this many, moving entries one by one beats a sort over pairs. */
const FEW = 16;
const SURROGATES = /[\ud800-\udfff]/;

/** Sorts field names by code point (spec 01 §7), and the slots of their values with them. */
export function sortFields(fields: string[], slots: number[]): void {
  const before = fields.some((field) => SURROGATES.test(field)) ? isBeforeByCodePoint : isBeforeByUnit;
  if (fields.length <= FEW) insertionSort(fields, slots, before);
  else sortPairs(fields, slots, before);
}

type IsBefore = (a: string, b: string) => boolean;

const isBeforeByUnit: IsBefore = (a, b) => a < b;

/** UTF-16 units sort like code points except that surrogates belong above everything else. */
const isBeforeByCodePoint: IsBefore = (a, b) => {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const [left, right] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (left === right) continue;
    const [leftAstral, rightAstral] = [isSurrogate(left), isSurrogate(right)];
    return leftAstral === rightAstral ? left < right : rightAstral;
  }
  return a.length < b.length;
};

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

function insertionSort(fields: string[], slots: number[], before: IsBefore): void {
  for (let i = 1; i < fields.length; i++) {
    const [field, slot] = [fields[i] ?? "", slots[i] ?? 0];
    let j = i;
    for (; j > 0 && before(field, fields[j - 1] ?? ""); j--) {
      fields[j] = fields[j - 1] ?? "";
      slots[j] = slots[j - 1] ?? 0;
    }
    fields[j] = field;
    slots[j] = slot;
  }
}

function sortPairs(fields: string[], slots: number[], before: IsBefore): void {
  const pairs = fields.map((field, i) => ({ field, slot: slots[i] ?? 0 }));
  pairs.sort((a, b) => (before(a.field, b.field) ? -1 : 1));
  pairs.forEach(({ field, slot }, i) => {
    fields[i] = field;
    slots[i] = slot;
  });
}
