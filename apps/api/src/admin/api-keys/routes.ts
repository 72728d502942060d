// API keys of a company. A live key may be made while the company is still in test, so that its tills
// are ready on the day: until then its calls are refused with 403 (decisions §1).

import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '@fiscal/db/company';
import type { ApiKeyRow } from '@fiscal/db/company';
import { z } from 'zod';
import { environmentQuery } from '../companies/field-schemas.ts';
import { auditName } from '../kernel/actor.ts';
import { answer, companyParams, defineRoute, refuse } from '../kernel/route.ts';
import {
  apiKey,
  apiKeyList,
  newApiKey,
  newApiKeyBody,
  rotatedApiKey,
  rotationBody,
} from './schemas.ts';

const TAG = 'Panel: API keys';
const PATH = '/companies/{companyId}/api-keys';
const apiKeyParams = companyParams.extend({ apiKeyId: z.uuid() });

const HOUR_MS = 60 * 60 * 1000;

export const apiKeyRoutes = [
  defineRoute({
    method: 'get',
    path: PATH,
    access: 'company',
    operationId: 'listApiKeys',
    tag: TAG,
    summary: 'The keys of the company, never the keys themselves',
    params: companyParams,
    query: environmentQuery,
    result: apiKeyList,
    async handle({ deps: { db, clock }, params, query }) {
      const rows = await listApiKeys(db, params.companyId, query.environment ?? null);
      return answer({ apiKeys: rows.map((row) => apiKeyAnswer(row, clock())) });
    },
  }),
  defineRoute({
    method: 'post',
    path: PATH,
    access: 'company',
    operationId: 'createApiKey',
    tag: TAG,
    summary: 'Make a key; it is shown this once',
    params: companyParams,
    body: newApiKeyBody,
    result: newApiKey,
    status: 201,
    async handle({ deps: { db, clock }, actor, params, body }) {
      const now = clock();
      const expiresAt = body.expiresAt === null ? null : new Date(body.expiresAt);
      if (expiresAt !== null && expiresAt <= now) {
        return refuseField('expiresAt', 'expiresAt must lie in the future.');
      }
      const input = { ...params, ...body, expiresAt };
      const change = await createApiKey(db, input, auditName(actor));
      if (change.kind !== 'done') return refuseChange(change.kind);
      const { key, apiKey: made } = change.made;
      return answer({ key, apiKey: apiKeyAnswer(made, now) });
    },
  }),
  defineRoute({
    method: 'post',
    path: `${PATH}/{apiKeyId}/rotate`,
    access: 'company',
    operationId: 'rotateApiKey',
    tag: TAG,
    summary: 'Make its successor; the old key works on for the overlap',
    params: apiKeyParams,
    body: rotationBody,
    result: rotatedApiKey,
    status: 201,
    async handle({ deps: { db, clock }, actor, params, body }) {
      const which = { ...params, overlapMs: body.overlapHours * HOUR_MS };
      const change = await rotateApiKey(db, which, auditName(actor));
      if (change.kind !== 'done') return refuseChange(change.kind);
      const { key, apiKey: made, previous } = change.made;
      const now = clock();
      return answer({
        key,
        apiKey: apiKeyAnswer(made, now),
        previous: apiKeyAnswer(previous, now),
      });
    },
  }),
  defineRoute({
    method: 'post',
    path: `${PATH}/{apiKeyId}/revoke`,
    access: 'company',
    operationId: 'revokeApiKey',
    tag: TAG,
    summary: 'End a key; every process refuses it within 2 seconds',
    params: apiKeyParams,
    result: apiKey,
    async handle({ deps: { db, clock }, actor, params }) {
      const change = await revokeApiKey(db, params, auditName(actor));
      if (change.kind !== 'done') return refuseChange(change.kind);
      return answer(apiKeyAnswer(change.made, clock()));
    },
  }),
];

function refuseChange(kind: 'not-found' | 'cash-register-unknown' | 'ended') {
  switch (kind) {
    case 'not-found':
      return refuse('NOT_FOUND', 'There is no such key.');
    case 'ended':
      return refuse('CONFLICT', 'The key is revoked or has expired; make a new one.');
    case 'cash-register-unknown':
      return refuseField(
        'cashRegisterId',
        "cashRegisterId must be a cash register of the company in the key's environment.",
      );
  }
}

function refuseField(path: string, message: string) {
  return refuse('FIELD_INVALID', message, [{ code: 'FIELD_INVALID', path, message }]);
}

function apiKeyAnswer(row: ApiKeyRow, now: Date): z.input<typeof apiKey> {
  return {
    ...row,
    status: statusOf(row, now),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}

function statusOf(
  { revokedAt, expiresAt }: ApiKeyRow,
  now: Date,
): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}
