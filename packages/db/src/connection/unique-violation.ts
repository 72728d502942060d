/** Whether PostgreSQL has refused a statement because of this unique index. */
export function violates(error: unknown, index: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return false;
  return error.code === '23505' && error.constraint === index;
}
