/** Which row of numbers the URL asks for: `2026 ab123cd456`; null for the newest. */
export function rowOf(text: string | null): { year: number; tcrCode: string } | null {
  const [year = '', tcrCode = ''] = text?.split(' ') ?? [];
  return /^\d{4}$/.test(year) && tcrCode !== '' ? { year: Number(year), tcrCode } : null;
}
