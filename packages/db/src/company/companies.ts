// Companies as the panel reads and changes them. Every change locks its company first, so that what it
// was decided by still holds when it is written.

import type { Environment } from '@fiscal/domain';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../connection/client.ts';
import { Prisma } from '../generated/client.ts';
import type { Company } from '../generated/client.ts';
import { addAuditRow, differences } from '../audit/audit-row.ts';
import { lockCompany } from './company-lock.ts';

/** A company's settings. Decisions §1. */
export interface CompanyProfile {
  tin: string;
  name: string;
  address: string;
  town: string;
  country: string;
  isInVat: boolean;
  vatNumber: string | null;
  bankAccount: string | null;
  /** A data URI. */
  logo: string | null;
  pricesIncludeVat: boolean;
  offlineIssuing: boolean;
  printsAtOnce: boolean;
}

/** What only an operator sets. */
export interface CompanyLimits {
  /** Null takes the default of the configuration. */
  writesPerMinute: number | null;
  readsPerMinute: number | null;
}

export type CompanyChange = Partial<CompanyProfile & CompanyLimits>;
export type CompanyRow = Company;

/** A company, and whether it has issued anything yet. */
export async function readCompany(
  db: Database,
  companyId: string,
): Promise<{ company: CompanyRow; hasInvoices: boolean } | null> {
  const company = await db.prisma.company.findUnique({ where: { id: companyId } });
  if (!company) return null;
  const invoice = await db.prisma.invoice.findFirst({ where: { companyId }, select: { id: true } });
  return { company, hasInvoices: invoice !== null };
}

/** Where a list goes on: the last company of the page before. */
export interface CompanyPosition {
  name: string;
  id: string;
}

export interface CompanyFilter {
  /** Part of the name, or the beginning of the TIN. */
  search: string | null;
  status: 'active' | 'paused' | null;
  after: CompanyPosition | null;
  limit: number;
}

/** A company in the operators' list. */
export interface ListedCompany {
  id: string;
  tin: string;
  name: string;
  town: string;
  environment: Environment;
  status: 'active' | 'paused';
  createdAt: Date;
  /** Of the active certificates; null where there is none. */
  certificateEnds: Readonly<Record<Environment, Date | null>>;
}

/** By name. */
export async function listCompanies(
  db: Database,
  { search, status, after, limit }: CompanyFilter,
): Promise<ListedCompany[]> {
  const conditions = [
    ...(search === null
      ? []
      : [Prisma.sql`(name ilike ${`%${literal(search)}%`} or tin like ${`${literal(search)}%`})`]),
    ...(status === null ? [] : [Prisma.sql`status = ${status}::company_status`]),
    ...(after === null ? [] : [Prisma.sql`(name, id) > (${after.name}, ${after.id}::uuid)`]),
  ];
  const where =
    conditions.length === 0 ? Prisma.empty : Prisma.sql`where ${Prisma.join(conditions, ' and ')}`;
  const rows = await db.prisma.$queryRaw<{ id: string }[]>`
    select id from company ${where} order by name, id limit ${limit}`;
  const found = await db.prisma.company.findMany({
    where: { id: { in: rows.map(({ id }) => id) } },
    include: {
      certificates: { where: { isActive: true }, select: { environment: true, notAfter: true } },
    },
  });
  return rows.flatMap(({ id }) => found.filter((company) => company.id === id)).map(listed);
}

function listed(
  company: Company & { certificates: { environment: Environment; notAfter: Date }[] },
): ListedCompany {
  const { id, tin, name, town, environment, status, createdAt, certificates } = company;
  const endOf = (wanted: Environment) =>
    certificates.find((certificate) => certificate.environment === wanted)?.notAfter ?? null;
  const certificateEnds = { test: endOf('test'), live: endOf('live') };
  return { id, tin, name, town, environment, status, createdAt, certificateEnds };
}

/** The text itself inside a LIKE pattern. */
function literal(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/** @returns the new company, or null if another one has the TIN. */
export async function createCompany(
  db: Database,
  profile: CompanyProfile,
  actor: string,
): Promise<CompanyRow | null> {
  return db.prisma.$transaction(async (tx) => {
    // Of two at once with the same TIN the second waits for the first.
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${profile.tin}, 0))`;
    if (await tx.company.findFirst({ where: { tin: profile.tin } })) return null;
    const company = await tx.company.create({
      data: { id: uuidv7(), ...profile, environment: 'test' },
    });
    const { id } = company;
    await addAuditRow(tx, {
      actor,
      companyId: id,
      action: 'company.created',
      entityId: id,
      before: null,
      after: auditable(profile),
    });
    return company;
  });
}

/** What became of a change. */
export type CompanyChanged =
  | { kind: 'changed'; company: CompanyRow }
  /** The TIN stands on invoices and stays. */
  | { kind: 'tin-in-use' }
  /** Another company has the TIN. */
  | { kind: 'tin-taken' };

/** @returns null if there is no such company. */
export async function updateCompany(
  db: Database,
  companyId: string,
  change: CompanyChange,
  actor: string,
): Promise<CompanyChanged | null> {
  return db.prisma.$transaction(async (tx) => {
    const { tin } = change;
    if (tin !== undefined) {
      await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${tin}, 0))`;
    }
    const company = await lockCompany(tx, companyId);
    if (!company) return null;
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
      action: 'company.changed',
      entityId: companyId,
      before: auditable(changed.before),
      after: auditable(changed.after),
    });
    return { kind: 'changed', company: after };
  });
}

/** Pauses a company, or lets it go on. @returns null if there is no such company. */
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
      action: status === 'paused' ? 'company.paused' : 'company.resumed',
      entityId: companyId,
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
