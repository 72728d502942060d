/**
 * Where to go after sign-in: only a path of the panel, never an address that a link has smuggled in
 * (`//elsewhere.example`, `/\elsewhere.example`).
 */
export function safePath(next: string | null): string {
  return next !== null && /^\/(?![/\\])/.test(next) ? next : '/';
}
