// The audit log: who did what, when.

import { listAudit } from '@fiscal/db/audit';
import type { AuditedChange } from '@fiscal/db/audit';
import type { z } from 'zod';
import type { Actor } from '../kernel/actor.ts';
import type { AdminDependencies } from '../kernel/dependencies.ts';
import { answer, companyParams, defineRoute } from '../kernel/route.ts';
import { auditPage, auditQuery } from './schemas.ts';

const TAG = 'Panel: audit log';

export const auditRoutes = [
  defineRoute({
    method: 'get',
    path: '/audit',
    access: 'operator',
    operationId: 'listAudit',
    tag: TAG,
    summary: 'The audit log of the service, newest first',
    query: auditQuery,
    result: auditPage,
    async handle({ deps, actor, query }) {
      return answer(await readPage(deps, actor, query));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/companies/{companyId}/audit',
    access: 'company',
    operationId: 'listCompanyAudit',
    tag: TAG,
    summary: 'The audit log of the company, newest first',
    params: companyParams,
    query: auditQuery,
    result: auditPage,
    async handle({ deps, actor, params, query }) {
      return answer(await readPage(deps, actor, query, params.companyId));
    },
  }),
];

async function readPage(
  { db }: AdminDependencies,
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
  // One more than asked for tells whether there is a next page.
  const rows = await listAudit(db, filter, cursor ?? null, limit + 1);
  const page = rows.slice(0, limit);
  return {
    entries: page.map((row) => entryOf(row, actor)),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

function entryOf({ actorName, actorEmail, isByOperator, at, ...row }: AuditedChange, actor: Actor) {
  // A company sees that an operator did it, not how to reach that person.
  const isStranger = isByOperator && actor.role !== 'operator';
  const name = actorName ?? (isStranger ? null : actorEmail);
  return { ...row, at: at.toISOString(), actorName: name };
}
