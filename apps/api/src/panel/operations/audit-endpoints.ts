// The audit log: who did what, when.

import { AUDIT_ACTIONS, listAudit } from '@fiscal/db/audit';
import type { AuditedChange } from '@fiscal/db/audit';
import type { Database } from '@fiscal/db/connection';
import { z } from 'zod';
import { endpointsFor, ok } from '../../http/endpoint.ts';
import { pageOf } from '../../http/request/pagination.ts';
import type { Actor } from '../../access/actor.ts';
import { environment, instant } from '../field-schemas.ts';
import { sentences, sentencesOf, textsIn } from '../sentences.ts';

const auditQuery = z.object({
  by: z.enum(['people', 'all']).default('people').meta({
    description: '`people` leaves out what the service did by itself.',
  }),
  userId: z.uuid().optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  entityId: z.uuid().optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

const auditPage = z
  .object({
    entries: z.array(
      z
        .object({
          id: z.string(),
          at: instant,
          actor: z.string().meta({ description: '`user:<id>`, `api-key:<id>`, `worker`, …' }),
          actorName: z.string().nullable(),
          companyId: z.uuid().nullable(),
          companyName: z.string().nullable(),
          action: z.enum(AUDIT_ACTIONS).meta({
            description: 'An older entry may name one that is no longer written.',
          }),
          entityId: z.uuid().nullable(),
          about: z
            .object({
              kind: z.enum([
                'invoice',
                'person',
                'cash-register',
                'operator',
                'api-key',
                'certificate',
              ]),
              id: z.uuid(),
              name: z.string().nullable().meta({
                description: 'Of an invoice its number, else its buyer, where it has one.',
              }),
              environment: environment.nullable(),
            })
            .nullable()
            .meta({ description: 'What it is about, where it is still there.' }),
          before: z.unknown(),
          after: z.unknown(),
          sentences,
        })
        .meta({ id: 'AdminAuditEntry' }),
    ),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'AdminAuditPage' });

const { get } = endpointsFor<{ db: Database }>()('', {
  tag: 'Panel: audit log',
  access: 'company-read',
});

/** The audit log of the service and of a company. */
export const auditEndpoints = [
  get('/audit', {
    access: 'service-read',
    operationId: 'listAudit',
    isHeavy: true,
    summary: 'The audit log of the service, newest first',
    query: auditQuery,
    result: auditPage,
    handle: async ({ deps, actor, query }) => ok(await readPage(deps, actor, query)),
  }),
  get('/companies/{companyId}/audit', {
    operationId: 'listCompanyAudit',
    isHeavy: true,
    summary: 'The audit log of the company, newest first',
    query: auditQuery,
    result: auditPage,
    handle: async ({ deps, actor, query, params }) =>
      ok(await readPage(deps, actor, query, params.companyId)),
  }),
];

async function readPage(
  { db }: { db: Database },
  actor: Actor,
  query: z.output<typeof auditQuery>,
  companyId?: string,
): Promise<z.input<typeof auditPage>> {
  const { by, userId, action, entityId, from, to, cursor, limit } = query;
  const filter = {
    companyId,
    onlyPeople: by === 'people',
    userId,
    action,
    entityId,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
  const { page, last } = pageOf(await listAudit(db, filter, cursor ?? null, limit + 1), limit);
  return { entries: page.map((row) => entryOf(row, actor)), nextCursor: last?.id ?? null };
}

function entryOf({ actorName, actorEmail, isByOperator, ...row }: AuditedChange, actor: Actor) {
  // A company sees that an operator did it, not how to reach that person.
  const hidesEmail = isByOperator && actor.companyId !== null;
  const name = actorName ?? (hidesEmail ? null : actorEmail);
  const texts = [...textsIn(row.before), ...textsIn(row.after)];
  return { ...row, actorName: name, sentences: sentencesOf(texts) };
}
