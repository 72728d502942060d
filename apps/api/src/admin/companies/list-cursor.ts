import type { CompanyPosition } from '@fiscal/db/company';
import { z } from 'zod';

const position = z.object({ name: z.string(), id: z.uuid() });

/** Where the next page begins, as text that only we read. */
export function cursorOf({ name, id }: CompanyPosition): string {
  return Buffer.from(JSON.stringify({ name, id })).toString('base64url');
}

/** Null if the text is no cursor of ours. */
export function positionOf(cursor: string): CompanyPosition | null {
  try {
    const text = Buffer.from(cursor, 'base64url').toString();
    return position.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
