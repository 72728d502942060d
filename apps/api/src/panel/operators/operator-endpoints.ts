// The people at the tills of a company: `operatorName` of a call selects one. Extensions §3.

import { addFiscalOperators, listFiscalOperators, updateFiscalOperator } from '@fiscal/db/company';
import type { Database } from '@fiscal/db/connection';
import { operatorNameKey } from '@fiscal/domain';
import type { Issue } from '@fiscal/domain';
import { z } from 'zod';
import { auditName } from '../../access/actor.ts';
import { endpointsFor, ok } from '../../http/endpoint.ts';
import { invalidValue } from '../../http/request/invalid-value.ts';
import { versionSeen } from '../../http/request/if-match.ts';
import { noSuch, refuse } from '../../http/refusal/refusal.ts';
import { refuseStale } from '../changed-meanwhile.ts';
import {
  environment,
  fieldsOf,
  instant,
  line,
  registrationCode,
  text,
  version,
} from '../field-schemas.ts';

const MOST_LINES = 1000;

const named = z.object({ name: text(100), code: registrationCode });

const newOperatorBody = named.extend({ environment }).meta({ id: 'AdminNewOperator' });

const importBody = z
  .object({
    environment,
    lines: z
      .string()
      .max(200_000)
      .regex(/\S/, 'must not be empty')
      .meta({
        description: `At most ${MOST_LINES} lines, each with a name and a code: \`Ana Marić;ab123cd456\`.`,
      }),
  })
  .meta({ id: 'AdminOperatorImport' });

const operatorChange = named
  .extend({ isActive: z.boolean() })
  .partial()
  .meta({ id: 'AdminOperatorChange', description: 'Only what is sent is changed.' });

const operator = z
  .object({
    id: z.uuid(),
    environment,
    name: z.string(),
    code: z.string(),
    isActive: z.boolean().meta({ description: 'Whether its name selects it.' }),
    version,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'AdminOperator' });

const operatorList = z.object({ operators: z.array(operator) }).meta({ id: 'AdminOperatorList' });

const listQuery = z.object({
  environment,
  search: line(100).default('').meta({ description: 'Part of the name.' }),
});

const { get, post, patch } = endpointsFor<{ db: Database }>()('/companies/{companyId}/operators', {
  tag: 'Panel: operators at the tills',
  access: 'company',
});

const TAKEN = 'Another active operator has this name.';
const takenAt = (path: string): Issue => ({ code: 'CONFLICT', path, message: TAKEN });
const NAME_TAKEN = refuse('CONFLICT', TAKEN, { details: [takenAt('name')] });

/** Operators of a company: list, add, import, change. */
export const operatorEndpoints = [
  get('', {
    access: 'company-read',
    operationId: 'listOperators',
    summary: 'The people at the tills of the company, active ones first, at most 1 000',
    query: listQuery,
    result: operatorList,
    async handle({ deps, params, query: { environment: of, search } }) {
      const scope = { ...params, environment: of };
      const rows = await listFiscalOperators(deps.db, scope, search);
      return ok({ operators: rows.map((row) => fieldsOf(operator, row)) });
    },
  }),
  post('', {
    operationId: 'createOperator',
    summary: 'Add an operator; the name is unique among the active ones',
    body: newOperatorBody,
    result: operator,
    status: 201,
    async handle({ deps, actor, params, body: { environment: of, ...entry } }) {
      const scope = { ...params, environment: of };
      const result = await addFiscalOperators(deps.db, scope, [entry], auditName(actor));
      const added = result?.added[0];
      if (!result) return noSuch('company');
      return added ? ok(fieldsOf(operator, added)) : NAME_TAKEN;
    },
  }),
  post('/import', {
    operationId: 'importOperators',
    summary:
      'Add many operators by lines, all or none; `lines.12` is the path of what is wrong with the twelfth',
    body: importBody,
    result: operatorList,
    status: 201,
    async handle({ deps, actor, params, body }) {
      const scope = { ...params, environment: body.environment };
      const { entries, issues } = readLines(body.lines);
      const result = await addFiscalOperators(
        deps.db,
        scope,
        entries,
        auditName(actor),
        issues.length === 0,
      );
      if (!result) return noSuch('company');
      for (const { path, name } of entries) {
        if (result.taken.has(operatorNameKey(name))) issues.push(takenAt(path));
      }
      const lineOf = ({ path }: Issue) => Number(path.split('.')[1] ?? 0);
      const details = issues.sort((a, b) => lineOf(a) - lineOf(b));
      const [first] = details;
      if (first) return refuse('FIELD_INVALID', `${first.path}: ${first.message}`, { details });
      return ok({ operators: result.added.map((row) => fieldsOf(operator, row)) });
    },
  }),
  patch('/{operatorId}', {
    operationId: 'changeOperator',
    needsVersion: true,
    summary: 'Change an operator, from the next invoice on',
    body: operatorChange,
    result: operator,
    async handle({ deps, actor, params, body, request }) {
      // JSON has no undefined: a field is sent, or is not there.
      const change = body as Parameters<typeof updateFiscalOperator>[2];
      const seen = versionSeen(request);
      const changed = await updateFiscalOperator(deps.db, params, change, auditName(actor), seen);
      switch (changed.kind) {
        case 'done':
          return ok(fieldsOf(operator, changed.operator));
        case 'not-found':
          return noSuch('operator');
        case 'taken':
          return NAME_TAKEN;
        case 'changed-meanwhile': {
          const current = fieldsOf(operator, changed.operator);
          return refuseStale(deps, actor, params.operatorId, current);
        }
      }
    },
  }),
];

type Entry = z.output<typeof named> & { path: string };

/** The lines of an import that name an operator, and what is wrong with the others. */
function readLines(text: string): { entries: Entry[]; issues: Issue[] } {
  const entries: Entry[] = [];
  const issues: Issue[] = [];
  const refuseAt = (path: string, message: string) =>
    issues.push({ code: 'FIELD_INVALID', path, message });
  const keys = new Set<string>();
  const lines = text.split(/\r?\n/);
  if (lines.length > MOST_LINES) refuseAt('lines', `must be at most ${MOST_LINES} lines`);
  for (const [index, written] of lines.slice(0, MOST_LINES).entries()) {
    if (written.trim() === '') continue;
    const path = `lines.${index + 1}`;
    const [name, code, ...more] = written.split(/[;\t]/).map((part) => part.trim());
    if (code === undefined || more.length > 0) {
      refuseAt(path, 'must be a name and a code with a semicolon between them');
      continue;
    }
    const { data, error } = named.safeParse({ name, code }, { error: invalidValue });
    for (const fault of error?.issues ?? [])
      refuseAt(`${path}.${fault.path.join('.')}`, fault.message);
    if (data === undefined) continue;
    const key = operatorNameKey(data.name);
    if (keys.has(key)) issues.push(takenAt(`${path}.name`));
    else entries.push({ ...data, path: `${path}.name` });
    keys.add(key);
  }
  return { entries, issues };
}
