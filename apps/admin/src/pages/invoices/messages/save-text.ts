/** Has the browser save a text that is on the page already, byte for byte in UTF-8. */
export function saveText(text: string, fileName: string): void {
  // Not as XML: a browser must never open somebody's answer as a document of our origin.
  const url = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
