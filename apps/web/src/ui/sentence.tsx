/** A sentence in which what stands between backticks is code. */
export function Sentence({ text }: { readonly text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the sentence
  return text.split("`").map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
}
