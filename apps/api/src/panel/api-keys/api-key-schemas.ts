// What the endpoints of API keys take and give.

import { z } from 'zod';
import { environment, instant, text } from '../field-schemas.ts';

const LONGEST_OVERLAP_HOURS = 30 * 24;

export const newApiKeyBody = z
  .object({
    environment,
    name: text(100),
    cashRegisterId: z.uuid().nullable().default(null).meta({
      description: 'The cash register it is bound to; null uses the default one.',
    }),
    expiresAt: z.iso.datetime({ offset: true }).nullable().default(null),
  })
  .meta({ id: 'AdminNewApiKey' });

export const rotationBody = z
  .object({
    overlapHours: z.number().min(0).max(LONGEST_OVERLAP_HOURS).default(24).meta({
      description: 'How long the old key works on.',
    }),
  })
  .meta({ id: 'AdminApiKeyRotation' });

export const apiKeyShown = z
  .object({
    id: z.uuid(),
    environment,
    name: z.string(),
    prefix: z.string().meta({ description: 'Its first characters, to recognise it by.' }),
    status: z.enum(['active', 'expired', 'revoked']),
    cashRegister: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    createdAt: instant,
    lastUsedAt: instant.nullable(),
    expiresAt: instant.nullable(),
    revokedAt: instant.nullable(),
  })
  .meta({ id: 'AdminApiKey' });

export const apiKeyList = z
  .object({ apiKeys: z.array(apiKeyShown) })
  .meta({ id: 'AdminApiKeyList' });

const key = z.string().meta({ description: 'The key itself: shown this once and kept nowhere.' });

export const newApiKey = z.object({ key, apiKey: apiKeyShown }).meta({ id: 'AdminMadeApiKey' });

export const rotatedApiKey = z
  .object({ key, apiKey: apiKeyShown, previous: apiKeyShown })
  .meta({ id: 'AdminRotatedApiKey' });
