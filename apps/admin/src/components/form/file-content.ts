/** A file as `data:<type>;base64,…`. */
export function dataUriOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // It is text, because it was read as a URL.
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });
}

export async function base64Of(file: File): Promise<string> {
  const uri = await dataUriOf(file);
  return uri.slice(uri.indexOf(',') + 1);
}
