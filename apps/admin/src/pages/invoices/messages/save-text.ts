/** Has the browser save what the page has already: a text, byte for byte in UTF-8, or bytes. */
export function saveText(text: string | Uint8Array<ArrayBuffer>, fileName: string): void {
  // Not as XML: a browser must never open somebody's answer as a document of our origin.
  const url = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
