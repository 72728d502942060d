// What the queries and answers of invoices and of failed work have in common.

import { STUCK_CAUSES } from '@fiscal/db/failed-work';
import { ENVIRONMENTS, FAILURES, parseInstant, REMEDY_KEYS, remedyKeyOf } from '@fiscal/domain';
import type { Failure, RemedyKey } from '@fiscal/domain';
import { validate as isUuid } from 'uuid';
import { z } from 'zod';

/** Which of the two worlds an invoice belongs to. */
export const environment = z
  .enum(ENVIRONMENTS)
  .meta({ description: 'Invoices of the one are never seen with those of the other.' });

/** How many rows a page has. */
export const limit = z.coerce.number().int().min(1).max(200).default(50);

/** Where a page ends: a moment, and an id among those of the same moment. */
export interface PagePosition {
  at: Date;
  id: string;
}

/** Opaque to whoever sends it back. */
export const cursor = z
  .string()
  .transform((text, context): PagePosition => {
    const [time = '', id = ''] = Buffer.from(text, 'base64url').toString('utf8').split(' ');
    const at = parseInstant(time);
    if (at !== null && isUuid(id)) return { at, id };
    context.addIssue('must be the nextCursor of a page');
    return z.NEVER;
  })
  .optional()
  .meta({ description: 'The `nextCursor` of the page before; absent for the first page.' });

/** The cursor that begins after this position. */
export function cursorAfter({ at, id }: PagePosition): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString('base64url');
}

/** Null for the last page. */
export const nextCursor = z.string().nullable();

/** An instant of a query. */
export const instant = z.string().transform((text, context) => {
  const parsed = parseInstant(text);
  if (parsed !== null) return parsed;
  context.addIssue('must be an ISO 8601 date-time, like 2026-07-11T15:51:04Z');
  return z.NEVER;
});

/** An instant as JSON has it. */
export function textOf(at: Date): string;
export function textOf(at: Date | null): string | null;
export function textOf(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}

/** PostgreSQL's own JSON writes instants with an offset and microseconds. */
export function instantText(text: string): string {
  return new Date(text).toISOString();
}

/** What a button beside a failure can do about it. */
export const REMEDY_ACTIONS = ['register-tcr', 'initial-deposit', 'upload-certificate'] as const;
export type RemedyAction = (typeof REMEDY_ACTIONS)[number];

/** The one field of an answer that says which button helps. */
export const remedyAction = z.enum(REMEDY_ACTIONS).nullable().meta({
  description:
    'What the panel can do about it; null where nothing but the words of the remedy helps.',
});

/** The one field of an answer that says what to do about a failure, or about what is stuck. */
export const remedyKey = z
  .enum([...REMEDY_KEYS, ...STUCK_CAUSES])
  .nullable()
  .meta({
    description:
      'What to do, as a key of the panel’s texts: by the code of the authority, by its words where ' +
      'its code does not tell (code 11), else by our own code. Null where nothing failed.',
  });

const ACTION_OF_REMEDY: Partial<Record<RemedyKey, RemedyAction>> = {
  tcr: 'register-tcr',
  tcrInactive: 'register-tcr',
  tcrOrData: 'register-tcr',
  deposit: 'initial-deposit',
  newCertificate: 'upload-certificate',
};

/** What the panel shows beside a failure: the remedy, and the button that helps. */
export function remedyFieldsOf(failure: Pick<Failure, 'code' | 'efiCode' | 'efiMessage'>): {
  remedyKey: RemedyKey;
  remedyAction: RemedyAction | null;
} {
  const key = remedyKeyOf(failure);
  const ofCode = ACTION_OF_REMEDY[FAILURES[failure.code].remedyKey];
  return { remedyKey: key, remedyAction: ACTION_OF_REMEDY[key] ?? ofCode ?? null };
}

/** The fields where there is no failure. */
export const NO_REMEDY = { remedyKey: null, remedyAction: null } as const;
