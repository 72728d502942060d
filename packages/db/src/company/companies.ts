// Companies as the panel reads and changes them. Every change locks its company first, so that what
// it was decided by still holds when it is written.

import type { Environment } from '@fiscal/domain';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../connection/client.ts';
import type { Company } from '../generated/client.ts';
import { addAuditRow, differences } from '../audit/audit-row.ts';
import { literal, startConditions } from '../connection/conditions.ts';
import { statement } from '../connection/statement.ts';
import type { Transaction } from '../connection/statement.ts';
import { WARNING_DAYS } from './certificate-warnings.ts';

/** A company's settings; `logo` is a data URI. Decisions §1. */
export type CompanyProfile = Pick<
  Company,
  | ('tin' | 'name' | 'address' | 'town' | 'country' | 'isInVat' | 'vatNumber' | 'bankAccount')
  | ('logo' | 'pricesIncludeVat' | 'offlineIssuing' | 'printsAtOnce' | 'strictCorrectives')
  | ('originalsFromElsewhere' | 'operatorNames' | 'paper')
>;

/** What only an operator sets; null takes the default of the configuration. */
type CompanyLimits = Pick<Company, 'writesPerMinute' | 'readsPerMinute'>;

/** Settings and limits; an absent one stays. */
export type CompanyChange = Partial<CompanyProfile & CompanyLimits>;
export type CompanyRow = Company;

/** Null if there is no such company. */
export async function readCompany(
  db: Database,
  companyId: string,
): Promise<{ company: CompanyRow; hasInvoices: boolean } | null> {
  const company = await db.prisma.company.findUnique({ where: { id: companyId } });
  if (!company) return null;
  const invoice = await db.prisma.invoice.findFirst({ where: { companyId }, select: { id: true } });
  return { company, hasInvoices: invoice !== null };
}

/** Where a page begins: after the last company of the page before. */
interface CompanyPosition {
  /** Its name, or the end of its certificate as `certificateEnd` writes it. */
  key: string;
  id: string;
}

/** Of the active certificate of the company's environment. */
export const COMPANY_CERTIFICATES = ['missing', 'expired', 'ending'] as const;

interface CompanyFilter {
  /** Part of the name, or the beginning of the TIN. */
  search: string | null;
  status: 'active' | 'paused' | null;
  environment: Environment | null;
  certificate: (typeof COMPANY_CERTIFICATES)[number] | null;
  /** By the certificate: what ends first comes first, and what has none last. */
  sort: 'name' | 'certificate';
  after: CompanyPosition | null;
  limit: number;
}

interface ListedCompany extends Pick<
  Company,
  'id' | 'tin' | 'name' | 'town' | 'environment' | 'status' | 'createdAt'
> {
  /** Where the next page begins after this company. */
  key: string;
  /** Of the active certificates; null where there is none. */
  certificateEnds: Readonly<Record<Environment, Date | null>>;
}

/** So soon a certificate ends that is looked for as ending: the first warning is raised then. */
const ENDING_DAYS = Math.max(...WARNING_DAYS);
/** Sorted as text as in time, and before the `~` of what has no certificate. */
const END_FORMAT = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';

/** A page in the order of `key`, then of the id. */
export async function listCompanies(
  db: Database,
  { search, status, environment, certificate, sort, after, limit }: CompanyFilter,
): Promise<ListedCompany[]> {
  const endOf = (of: string) => `(
    select not_after from certificate k
    where k.company_id = company.id and k.environment = ${of} and k.is_active)`;
  const end = endOf('company.environment');
  const endConditions = {
    missing: `${end} is null`,
    expired: `${end} <= now()`,
    ending: `${end} > now() and ${end} <= now() + ${ENDING_DAYS} * interval '1 day'`,
  };
  const key =
    sort === 'name'
      ? 'name'
      : `coalesce(to_char(${end} at time zone 'UTC', '${END_FORMAT}'), '~') collate "C"`;
  const { add, parameter, require, text, values } = startConditions();
  if (search !== null) {
    const part = parameter(`%${literal(search)}%`);
    // As invoices are searched: any part, in small letters and without diacritics.
    require(`(search_words(name) like searched_form(${part}, 'd')
      or tin like ${parameter(`${literal(search)}%`)})`);
  }
  add((p) => `status = ${p}::company_status`, status ?? undefined);
  add((p) => `environment = ${p}::environment`, environment ?? undefined);
  if (certificate !== null) require(endConditions[certificate]);
  if (after !== null) {
    require(`(${key}, id) > (${parameter(after.key)}::text, ${parameter(after.id)}::uuid)`);
  }
  type Row = Omit<ListedCompany, 'certificateEnds'> & ListedCompany['certificateEnds'];
  const list = statement.all<object, Row>(
    null,
    `select id, tin, name, town, environment, status, created_at as "createdAt",
            ${endOf(`'test'`)} as test, ${endOf(`'live'`)} as live, ${key} as key
     from company where ${text()} order by key, id limit ${parameter(limit)}`,
  );
  return (await list(db, values)).map(({ test, live, ...company }) => ({
    ...company,
    certificateEnds: { test, live },
  }));
}

const lockTin = statement.run<{ tin: string }>(
  'lock_tin',
  'select pg_advisory_xact_lock(hashtextextended(:tin, 0))',
);

/** @returns the new company, or null if another one has the TIN. */
export async function createCompany(
  db: Database,
  profile: CompanyProfile,
  actor: string,
): Promise<CompanyRow | null> {
  return db.prisma.$transaction(async (tx) => {
    // Of two at once with the same TIN the second waits for the first.
    await lockTin(tx, { tin: profile.tin });
    if (await tx.company.findFirst({ where: { tin: profile.tin } })) return null;
    const company = await tx.company.create({
      data: { id: uuidv7(), ...profile, environment: 'test' },
    });
    const { id } = company;
    const about = { actor, companyId: id, entityId: id };
    await addAuditRow(tx, { ...about, action: 'company.created', after: auditable(profile) });
    return company;
  });
}

type CompanyChanged =
  /** It is no longer the version that was seen. */
  | { kind: 'changed-meanwhile' }
  | { kind: 'changed'; company: CompanyRow }
  /** The TIN stands on invoices and stays. */
  | { kind: 'tin-in-use' }
  /** Another company has the TIN. */
  | { kind: 'tin-taken' };

/**
 * @param seen the version that the change was made from; null for whatever it is.
 * @returns null if there is no such company.
 */
export async function updateCompany(
  db: Database,
  companyId: string,
  change: CompanyChange,
  actor: string,
  seen: number | null,
): Promise<CompanyChanged | null> {
  return db.prisma.$transaction(async (tx) => {
    const { tin } = change;
    if (tin !== undefined) await lockTin(tx, { tin });
    const company = await lockCompany(tx, companyId);
    if (!company) return null;
    if (seen !== null && seen !== company.version) return { kind: 'changed-meanwhile' };
    const changed = differences<CompanyProfile & CompanyLimits>(company, change);
    if (!changed) return { kind: 'changed', company };
    if (changed.after.tin !== undefined) {
      if (await tx.invoice.findFirst({ where: { companyId } })) return { kind: 'tin-in-use' };
      const other = await tx.company.findFirst({
        where: { tin: changed.after.tin, id: { not: companyId } },
      });
      if (other) return { kind: 'tin-taken' };
    }
    const after = await tx.company.update({ where: { id: companyId }, data: changed.after });
    await addAuditRow(tx, {
      actor,
      companyId,
      entityId: companyId,
      action: 'company.changed',
      before: auditable(changed.before),
      after: auditable(changed.after),
    });
    return { kind: 'changed', company: after };
  });
}

/** Pauses or resumes a company. @returns null if there is no such company. */
export async function setCompanyStatus(
  db: Database,
  companyId: string,
  status: 'active' | 'paused',
  actor: string,
): Promise<CompanyRow | null> {
  return db.prisma.$transaction(async (tx) => {
    const company = await lockCompany(tx, companyId);
    if (!company || company.status === status) return company;
    await addAuditRow(tx, {
      actor,
      companyId,
      entityId: companyId,
      action: status === 'paused' ? 'company.paused' : 'company.resumed',
      before: { status: company.status },
      after: { status },
    });
    return tx.company.update({ where: { id: companyId }, data: { status } });
  });
}

/** The bytes of a logo have no place in the audit log. */
function auditable(values: Partial<CompanyProfile & CompanyLimits>): object {
  const { logo, ...rest } = values;
  if (logo === undefined) return rest;
  return { ...rest, logo: logo === null ? null : 'an image' };
}

const lockRow = statement.run<{ companyId: string }>(
  'lock_company',
  'select 1 from company where id = :companyId::uuid for update',
);

/**
 * The company, locked until the transaction ends: one change of it, or of what belongs to it, at a
 * time, and no invoice of it is added meanwhile. Null if there is none.
 */
export async function lockCompany(tx: Transaction, companyId: string): Promise<Company | null> {
  await lockRow(tx, { companyId });
  return tx.company.findUnique({ where: { id: companyId } });
}
