// Which observations open and close which circuit. Pure but for the record that it keeps.
//
//   a company's circuit   opens after `failuresToOpen` of its messages in a row without a reply
//   the authority's       opens after as many from several companies, while no company got a reply:
//                         one company's silence never keeps back the messages of another
//
// Silences of other workers count, too (share-silences.ts); a worker opens a circuit on a silence
// of its own among them.
//
// A reply closes the circuit of its company and the authority's. Where the authority's was open,
// the silence of every company was the authority's, and all circuits close.

import { createBreaker } from './breaker.ts';
import type { Breaker, ProbeTimes } from './breaker.ts';

/** The circuit of the authority as a whole, or the id of a company. */
export type CircuitScope = string;
export const AUTHORITY: CircuitScope = 'authority';

export interface CompanySilence {
  silences: number;
  silentSince: number;
  repliedAt: number;
}

/** A message that stayed without a reply. */
export interface Silence {
  companyId: string;
  sentAt: number;
  /** No company got a reply since it was sent, nor shortly before its silence was seen. */
  isAcross: boolean;
}

/** Silences in a row, by company: all of them, and those that may be the authority's. */
interface Counts {
  all: Map<string, number>;
  across: Map<string, number>;
}

/** Times are milliseconds of a clock that never goes back. */
export interface SilenceRecord {
  companies: Map<string, CompanySilence>;
  open: Map<CircuitScope, Breaker>;
  /** Silences since any company got a reply, by company. */
  across: Map<string, number>;
  repliedAt: number;
  /** When the authority's circuit last closed: silences from before have been explained by it. */
  closedAt: number;
  /** In a row, of whatever company. */
  failures: number;
  /** Of other workers, as of the last exchange with them. */
  elsewhere: Counts;
  /** Of this worker, which the others do not know yet. */
  unshared: Silence[];
}

export interface OpeningRules extends ProbeTimes {
  failuresToOpen: number;
}

/**
 * The authority counts as silent only where no company got a reply for so long. A message that
 * fails sooner than that keeps no customer waiting.
 */
export const QUIET_MS = 5_000;

export function createSilenceRecord(): SilenceRecord {
  return {
    companies: new Map(),
    open: new Map(),
    across: new Map(),
    repliedAt: -Infinity,
    closedAt: -Infinity,
    failures: 0,
    elsewhere: { all: new Map(), across: new Map() },
    unshared: [],
  };
}

function companyOf({ companies }: SilenceRecord, id: string): CompanySilence {
  const known = companies.get(id);
  if (known !== undefined) return known;
  const company = { silences: 0, silentSince: 0, repliedAt: -Infinity };
  companies.set(id, company);
  return company;
}

export function recordReply(record: SilenceRecord, companyId: string, now: number): void {
  record.failures = 0;
  closeScope(record, record.open.has(AUTHORITY) ? AUTHORITY : companyId, now);
  companyOf(record, companyId).repliedAt = now;
  record.repliedAt = now;
  record.across.clear();
  record.elsewhere.across.clear();
}

/** A message of this company stayed without a reply. @param sentAt when it was sent. */
export function recordSilence(
  record: SilenceRecord,
  rules: OpeningRules,
  companyId: string,
  sentAt: number,
): void {
  const company = companyOf(record, companyId);
  // The company got a reply while this message waited: its silence says nothing about others.
  if (sentAt < repliedAtOf(record, companyId)) return;
  record.failures += 1;
  if (company.silences === 0) company.silentSince = sentAt;
  company.silences += 1;
  const isAcross = !hadAnyReply(record, sentAt, rules.now());
  if (isAcross) record.across.set(companyId, (record.across.get(companyId) ?? 0) + 1);
  if (!isOpenFor(record, companyId)) record.unshared.push({ companyId, sentAt, isAcross });
  judgeCompany(record, rules, companyId);
  if (isAcross) judgeAuthority(record, rules);
}

/** Since a message was sent, or shortly before its silence was seen. */
export const hadAnyReply = ({ repliedAt }: SilenceRecord, sentAt: number, seenAt: number) =>
  sentAt < repliedAt || seenAt - repliedAt < QUIET_MS;

const isOpenFor = ({ open }: SilenceRecord, companyId: string) =>
  open.has(AUTHORITY) || open.has(companyId);

function judgeCompany(record: SilenceRecord, rules: OpeningRules, companyId: string): void {
  const { silences } = companyOf(record, companyId);
  const elsewhere = record.elsewhere.all.get(companyId) ?? 0;
  if (silences > 0 && silences + elsewhere >= rules.failuresToOpen) {
    open(record, rules, companyId, rules.now());
  }
}

function judgeAuthority(record: SilenceRecord, rules: OpeningRules): void {
  const { across, elsewhere, repliedAt } = record;
  const companies = new Set([...across.keys(), ...elsewhere.across.keys()]);
  if (across.size === 0 || companies.size < 2 || rules.now() - repliedAt < QUIET_MS) return;
  if (sum(across.values()) + sum(elsewhere.across.values()) < rules.failuresToOpen) return;
  open(record, rules, AUTHORITY, rules.now());
}

/**
 * Another worker got a reply since: `all` for this company, `across` for another one.
 */
export function takeBack(
  record: SilenceRecord,
  { companyId, sentAt, isAcross }: Silence,
  what: 'all' | 'across',
): void {
  // A reply to this worker has taken it back already.
  if (sentAt < repliedAtOf(record, companyId)) return;
  const company = companyOf(record, companyId);
  if (what === 'all') company.silences = Math.max(0, company.silences - 1);
  if (!isAcross || sentAt < record.repliedAt) return;
  const left = (record.across.get(companyId) ?? 0) - 1;
  if (left > 0) record.across.set(companyId, left);
  else record.across.delete(companyId);
}

/** Takes over the silences of other workers, in place of what it was before. */
export function countElsewhere(
  record: SilenceRecord,
  rules: OpeningRules,
  silences: readonly Silence[],
): void {
  const counts: Counts = { all: new Map(), across: new Map() };
  const add = (to: Map<string, number>, id: string) => to.set(id, (to.get(id) ?? 0) + 1);
  for (const { companyId, isAcross } of silences) {
    add(counts.all, companyId);
    if (isAcross) add(counts.across, companyId);
  }
  record.elsewhere = counts;
  for (const companyId of counts.all.keys()) judgeCompany(record, rules, companyId);
  judgeAuthority(record, rules);
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

export function repliedAtOf(record: SilenceRecord, scope: CircuitScope): number {
  if (scope === AUTHORITY) return record.repliedAt;
  return Math.max(record.companies.get(scope)?.repliedAt ?? -Infinity, record.closedAt);
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

/** A reply came, here or to another worker. Messages that are under way do not open it again. */
export function closeScope(record: SilenceRecord, scope: CircuitScope, now: number): void {
  if (scope !== AUTHORITY) {
    record.open.delete(scope);
    record.elsewhere.all.delete(scope);
    Object.assign(companyOf(record, scope), { silences: 0, repliedAt: now });
    return;
  }
  record.open.clear();
  record.across.clear();
  record.elsewhere = { all: new Map(), across: new Map() };
  record.failures = 0;
  record.repliedAt = now;
  record.closedAt = now;
  for (const company of record.companies.values()) company.silences = 0;
}
