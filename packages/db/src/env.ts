/**
 * The database that the command line works on.
 * @throws Error that says which variable is missing.
 */
export function databaseUrl(): string {
  const { DATABASE_URL: url } = process.env;
  if (url === undefined || url === '') throw new Error('Set DATABASE_URL, postgresql://…');
  return url;
}
