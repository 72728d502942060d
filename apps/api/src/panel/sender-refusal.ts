// What the panel shows where the authority refuses a company itself: its code, its words, and the
// remedy.

import type { Database } from '@fiscal/db/connection';
import { readSenderRefusal } from '@fiscal/db/overview';
import type { CompanyScope } from '@fiscal/db/overview';
import { faultOf, REMEDY_KEYS } from '@fiscal/domain';
import { z } from 'zod';
import { instant } from './field-schemas.ts';

/** The code and words with which the authority refuses a company, and the remedy. */
export const senderRefusal = z
  .object({
    efiCode: z.int(),
    efiMessage: z.string().nullable(),
    at: instant.meta({ description: 'When it was said last.' }),
    isOfCertificate: z.boolean().meta({ description: 'Else of the clock or the taxpayer.' }),
    remedyKey: z.enum(REMEDY_KEYS),
  })
  .meta({
    id: 'AdminSenderRefusal',
    description:
      'The authority refuses who sends, and says nothing of the document: new sales fail, and what was ' +
      'handed out is sent again until the cause is removed.',
  });

/** Null while the authority takes messages of the company. */
export async function senderRefusalOf(
  { db }: { db: Database },
  scope: CompanyScope,
): Promise<z.input<typeof senderRefusal> | null> {
  const found = await readSenderRefusal(db, scope);
  if (found === null) return null;
  const { class: kind, remedy: remedyKey } = faultOf(found.efiCode);
  return { ...found, isOfCertificate: kind === 'certificate', remedyKey };
}
