/** Saves a file by way of a link; says what was saved. */
export function saveFile(name: string, content: string | Uint8Array): string {
  const address = URL.createObjectURL(new Blob([content as BlobPart]));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
  return `Saved ${name}.`;
}
