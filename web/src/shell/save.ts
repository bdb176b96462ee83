/** Gives the reader something as a file. */
export function saveAs(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const made = document.createElement('a');
  made.href = address;
  made.download = name;
  made.click();
  URL.revokeObjectURL(address);
}
