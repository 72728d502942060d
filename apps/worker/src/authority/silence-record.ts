// Which observations open and close which circuit. Pure but for the record that it keeps.
//
//   a company's circuit   opens after `failuresToOpen` of its messages in a row without an answer
//   the authority's       opens after as many from several companies, while nobody was answered:
//                         one company's silence never keeps back the messages of another
//
// An answer closes the circuit of its company and the authority's. Where the authority's was open, the
// silence of every company was the authority's, and all circuits close.

import { createBreaker } from './breaker.ts';
import type { Breaker, ProbeTimes } from './breaker.ts';

/** The circuit of the authority as a whole, or the id of a company. */
export type CircuitScope = string;
export const AUTHORITY: CircuitScope = 'authority';

export interface CompanySilence {
  silences: number;
  silentSince: number;
  answeredAt: number;
}

/** Times are milliseconds of a clock that never goes back. */
export interface SilenceRecord {
  companies: Map<string, CompanySilence>;
  open: Map<CircuitScope, Breaker>;
  /** Silences since anybody was answered, by company. */
  across: Map<string, number>;
  answeredAt: number;
  /** When the authority's circuit last closed: silences from before have been explained by it. */
  closedAt: number;
  /** In a row, of whatever company. */
  failures: number;
}

export interface OpeningRules extends ProbeTimes {
  failuresToOpen: number;
}

/**
 * The authority counts as silent only where no company was answered for so long. A message that fails
 * sooner than that keeps no customer waiting.
 */
export const QUIET_MS = 5_000;

export function createSilenceRecord(): SilenceRecord {
  return {
    companies: new Map(),
    open: new Map(),
    across: new Map(),
    answeredAt: -Infinity,
    closedAt: -Infinity,
    failures: 0,
  };
}

function companyOf({ companies }: SilenceRecord, id: string): CompanySilence {
  const known = companies.get(id);
  if (known !== undefined) return known;
  const company = { silences: 0, silentSince: 0, answeredAt: -Infinity };
  companies.set(id, company);
  return company;
}

export function recordAnswer(record: SilenceRecord, companyId: string, now: number): void {
  record.failures = 0;
  closeScope(record, record.open.has(AUTHORITY) ? AUTHORITY : companyId, now);
  companyOf(record, companyId).answeredAt = now;
  record.answeredAt = now;
  record.across.clear();
}

/** A message of this company stayed without an answer. @param sentAt when it was sent. */
export function recordSilence(
  record: SilenceRecord,
  rules: OpeningRules,
  companyId: string,
  sentAt: number,
): void {
  const company = companyOf(record, companyId);
  // The company was answered while this message waited: its silence says nothing about others.
  if (sentAt < answeredAtOf(record, companyId)) return;
  record.failures += 1;
  if (company.silences === 0) company.silentSince = sentAt;
  company.silences += 1;
  const { failuresToOpen } = rules;
  const now = rules.now();
  if (company.silences >= failuresToOpen) open(record, rules, companyId, now);
  const wasAnyAnswered = sentAt < record.answeredAt || now - record.answeredAt < QUIET_MS;
  if (wasAnyAnswered) return;
  record.across.set(companyId, (record.across.get(companyId) ?? 0) + 1);
  if (record.across.size < 2 || sum(record.across.values()) < failuresToOpen) return;
  open(record, rules, AUTHORITY, now);
}

function open(
  record: SilenceRecord,
  rules: OpeningRules,
  scope: CircuitScope,
  openedAt: number,
): void {
  if (!record.open.has(scope)) record.open.set(scope, createBreaker(rules, openedAt));
}

function sum(counts: Iterable<number>): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}

export function answeredAtOf(record: SilenceRecord, scope: CircuitScope): number {
  if (scope === AUTHORITY) return record.answeredAt;
  return Math.max(record.companies.get(scope)?.answeredAt ?? -Infinity, record.closedAt);
}

/** Another worker has opened the circuit. */
export function openScope(
  record: SilenceRecord,
  rules: OpeningRules,
  scope: CircuitScope,
  openedAt: number,
): void {
  if (scope !== AUTHORITY) companyOf(record, scope).silentSince = openedAt;
  open(record, rules, scope, openedAt);
}

/** An answer came, here or to another worker. Messages that are under way do not open it again. */
export function closeScope(record: SilenceRecord, scope: CircuitScope, now: number): void {
  if (scope !== AUTHORITY) {
    record.open.delete(scope);
    Object.assign(companyOf(record, scope), { silences: 0, answeredAt: now });
    return;
  }
  record.open.clear();
  record.across.clear();
  record.failures = 0;
  record.answeredAt = now;
  record.closedAt = now;
  for (const company of record.companies.values()) company.silences = 0;
}
