// API keys of a company. A live key may be made while the company is still in test, so that its
// tills are ready on the day: until then its calls are refused with 403 (decisions §1).

import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '@fiscal/db/company';
import type { ApiKeyChange, ApiKeyRow } from '@fiscal/db/company';
import type { Database } from '@fiscal/db/connection';
import { z } from 'zod';
import { endpointsFor, ok } from '../../http/endpoint.ts';
import { noSuch, refuse, refuseField } from '../../http/refusal/refusal.ts';
import { auditName } from '../../access/actor.ts';
import { environment, environmentQuery, idOf, instant, text } from '../field-schemas.ts';

const LONGEST_OVERLAP_HOURS = 30 * 24;

const newApiKeyBody = z
  .object({
    environment,
    name: text(100),
    cashRegisterId: idOf('cash register').nullable().default(null).meta({
      description: 'The cash register it is bound to; null uses the default one.',
    }),
    expiresAt: z.iso
      .datetime({ offset: true, error: 'must be an ISO 8601 date-time' })
      .nullable()
      .default(null),
  })
  .meta({ id: 'AdminNewApiKey' });

const rotationBody = z
  .object({
    overlapHours: z.number().min(0).max(LONGEST_OVERLAP_HOURS).default(24).meta({
      description: 'How long the old key works on.',
    }),
  })
  .meta({ id: 'AdminApiKeyRotation' });

const apiKeyShown = z
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

const apiKeyList = z.object({ apiKeys: z.array(apiKeyShown) }).meta({ id: 'AdminApiKeyList' });

const key = z.string().meta({ description: 'The key itself: shown this once and kept nowhere.' });

const newApiKey = z.object({ key, apiKey: apiKeyShown }).meta({ id: 'AdminMadeApiKey' });

const rotatedApiKey = z
  .object({ key, apiKey: apiKeyShown, previous: apiKeyShown })
  .meta({ id: 'AdminRotatedApiKey' });

const { get, post } = endpointsFor<{ db: Database; clock: () => Date; mostApiKeys: number }>()(
  '/companies/{companyId}/api-keys',
  {
    tag: 'Panel: API keys',
    access: 'company',
  },
);

const HOUR_MS = 60 * 60 * 1000;

/** API keys of a company: create, rotate, revoke; a key is shown once. */
export const apiKeyEndpoints = [
  get('', {
    operationId: 'listApiKeys',
    summary: 'The keys of the company, never the keys themselves',
    query: environmentQuery,
    result: apiKeyList,
    async handle({ deps: { db, clock }, params, query }) {
      const rows = await listApiKeys(db, params.companyId, query.environment ?? null);
      return ok({ apiKeys: rows.map((row) => apiKeyOf(row, clock())) });
    },
  }),
  post('', {
    operationId: 'createApiKey',
    summary: 'Make a key; it is shown this once',
    body: newApiKeyBody,
    result: newApiKey,
    status: 201,
    async handle({ deps: { db, clock, mostApiKeys }, actor, params, body }) {
      const now = clock();
      const expiresAt = body.expiresAt === null ? null : new Date(body.expiresAt);
      if (expiresAt !== null && expiresAt <= now) {
        return refuseField('expiresAt', 'must lie in the future');
      }
      const input = { ...params, ...body, expiresAt };
      const change = await createApiKey(db, input, auditName(actor), mostApiKeys);
      if (change.kind !== 'done') return refuseChange(change.kind, mostApiKeys);
      return ok({ key: change.made.key, apiKey: apiKeyOf(change.made.apiKey, now) });
    },
  }),
  post('/{apiKeyId}/rotate', {
    operationId: 'rotateApiKey',
    summary: 'Make its successor; the old key works on for the overlap',
    body: rotationBody,
    result: rotatedApiKey,
    status: 201,
    async handle({ deps: { db, clock, mostApiKeys }, actor, params, body }) {
      const which = { ...params, overlapMs: body.overlapHours * HOUR_MS };
      const change = await rotateApiKey(db, which, auditName(actor), mostApiKeys);
      if (change.kind !== 'done') return refuseChange(change.kind, mostApiKeys);
      const { key, apiKey, previous } = change.made;
      const now = clock();
      const keys = { apiKey: apiKeyOf(apiKey, now), previous: apiKeyOf(previous, now) };
      return ok({ key, ...keys });
    },
  }),
  post('/{apiKeyId}/revoke', {
    operationId: 'revokeApiKey',
    summary: 'End a key; every process refuses it within 2 seconds',
    result: apiKeyShown,
    async handle({ deps: { db, clock, mostApiKeys }, actor, params }) {
      const change = await revokeApiKey(db, params, auditName(actor));
      if (change.kind !== 'done') return refuseChange(change.kind, mostApiKeys);
      return ok(apiKeyOf(change.made, clock()));
    },
  }),
];

function refuseChange(kind: Exclude<ApiKeyChange<unknown>['kind'], 'done'>, most: number) {
  switch (kind) {
    case 'not-found':
      return noSuch('key');
    case 'ended':
      return refuse('CONFLICT', 'The key is revoked or has expired; make a new one.');
    case 'too-many':
      return refuse(
        'TOO_MANY_API_KEYS',
        `The company has ${most} active keys or more: revoke one that is not used, or rotate without an overlap.`,
      );
    case 'cash-register-unknown':
      return refuseField(
        'cashRegisterId',
        "cashRegisterId must be a cash register of the company in the key's environment.",
      );
  }
}

function apiKeyOf(row: ApiKeyRow, now: Date) {
  return { ...row, status: statusOf(row, now) };
}

function statusOf(
  { revokedAt, expiresAt }: ApiKeyRow,
  now: Date,
): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}
