/**
 * The database whose owner makes the queue's tables.
 * @throws Error that says which variable is missing.
 */
export function ownerUrl(): string {
  const { DATABASE_URL: url } = process.env;
  if (url === undefined || url === '') {
    throw new Error('Set DATABASE_URL, postgresql://… of the owner of the database.');
  }
  return url;
}
