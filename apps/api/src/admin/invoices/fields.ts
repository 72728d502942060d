// What the queries and answers of invoices and of failed work have in common.

import { ENVIRONMENTS, parseInstant, refusalSubjectOf } from '@fiscal/domain';
import type { RefusalSubject } from '@fiscal/domain';
import type { Failure } from '@fiscal/db/invoice';
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

/** The one field of an answer that says what a refusal with code 11 is about. */
export const refusalSubject = z
  .enum(['tcr', 'master-data', 'data', 'message', 'unknown'] satisfies RefusalSubject[])
  .nullable()
  .meta({
    description:
      "What the authority's words are about where its code alone does not tell (code 11); null for " +
      'every other failure.',
  });

const ACTION_OF_EFI_CODE: ReadonlyMap<number, RemedyAction> = new Map([
  [53, 'register-tcr'],
  [58, 'initial-deposit'],
]);
const ACTION_OF_CODE: ReadonlyMap<string, RemedyAction> = new Map([
  ['TCR_NOT_REGISTERED', 'register-tcr'],
  ['INITIAL_DEPOSIT_FAILED', 'initial-deposit'],
  ['CERTIFICATE_ERROR', 'upload-certificate'],
]);

/** What the panel shows beside a failure: what it is about, and the button that helps. */
export function remedyFieldsOf({
  code,
  efiCode,
  efiMessage,
}: Pick<Failure, 'code' | 'efiCode' | 'efiMessage'>): {
  refusalSubject: RefusalSubject | null;
  remedyAction: RemedyAction | null;
} {
  const subject = refusalSubjectOf(efiCode, efiMessage);
  return { refusalSubject: subject, remedyAction: actionOf(code, efiCode, subject) };
}

/** The fields where there is no failure. */
export const NO_REMEDY = { refusalSubject: null, remedyAction: null } as const;

function actionOf(code: string, efiCode: number | null, subject: RefusalSubject | null) {
  if (subject === 'tcr' || subject === 'unknown') return 'register-tcr';
  const byEfiCode = efiCode === null ? undefined : ACTION_OF_EFI_CODE.get(efiCode);
  return byEfiCode ?? ACTION_OF_CODE.get(code) ?? null;
}
