import type { Request } from 'express';

/** Every value that the browser sends with this name: more than one where somebody planted another. */
export function cookieValues(request: Request, name: string): string[] {
  return (request.get('Cookie') ?? '').split(';').flatMap((pair) => {
    const [key, value] = pair.split('=', 2);
    return key?.trim() === name && value !== undefined ? [value.trim()] : [];
  });
}
