/** Saves a file by way of a link; says what was saved. */
export function saveFile(name: string, content: string | Uint8Array): string {
  const address = URL.createObjectURL(new Blob([content as BlobPart]));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Not every browser has read it when the click returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return `Saved ${name}.`;
}
