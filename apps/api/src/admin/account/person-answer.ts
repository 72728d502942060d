import type { Person } from '@fiscal/db/account';
import type { z } from 'zod';
import type { person } from './schemas.ts';

/** A person as the panel is told of them. */
export function personAnswer(row: Person): z.input<typeof person> {
  const { id, email, name, role, companyId, companyName, locale, hasTotp, passkeys, status } = row;
  return {
    waitsForLink: row.waitsForLink,
    ...{ id, email, name, role, companyId, companyName, locale, hasTotp, passkeys, status },
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
