// How far a company is on its way to the first invoice, and to the live environment. Facts only:
// what is enough, and in which words it is said, is decided by who asks.

import type { Environment } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { addAuditRow } from '../audit/audit-row.ts';
import { statement } from '../connection/statement.ts';
import type { Transaction } from '../connection/statement.ts';
import type { EnteredCodes } from './cash-registers.ts';
import { lockCompany } from './companies.ts';
import type { CompanyRow } from './companies.ts';
import type { CashRegister, Certificate } from '../generated/client.ts';

/** What the company has in one environment; null where it has none. */
export interface EnvironmentFacts {
  certificate: Pick<Certificate, 'tin' | 'notBefore' | 'notAfter'> | null;
  cashRegister: (Pick<CashRegister, 'name'> & EnteredCodes) | null;
  /** A key that is neither revoked nor expired. */
  hasApiKey: boolean;
  hasFiscalizedInvoice: boolean;
}

/** The company, and what it has in each environment. */
export type OnboardingFacts = Readonly<Record<Environment, EnvironmentFacts>> & {
  company: CompanyRow;
};

/** @returns null if there is no such company. */
export async function readOnboarding(
  db: Database,
  companyId: string,
): Promise<OnboardingFacts | null> {
  const company = await db.prisma.company.findUnique({ where: { id: companyId } });
  return company && factsOf(db.prisma, company);
}

/**
 * Switches a company to live if `mayGoLive` says so of the facts, which hold until it is switched.
 * @returns the facts, with the company as it then is; null if there is no such company.
 */
export async function goLive(
  db: Database,
  companyId: string,
  actor: string,
  mayGoLive: (facts: OnboardingFacts) => boolean,
): Promise<OnboardingFacts | null> {
  return db.prisma.$transaction(async (tx) => {
    const company = await lockCompany(tx, companyId);
    if (!company) return null;
    const facts = await factsOf(tx, company);
    if (company.environment === 'live' || !mayGoLive(facts)) return facts;
    const live = await tx.company.update({
      where: { id: companyId },
      data: { environment: 'live' },
    });
    await addAuditRow(tx, {
      actor,
      companyId,
      entityId: companyId,
      action: 'company.went-live',
      before: { environment: 'test' },
      after: { environment: 'live' },
    });
    return { ...facts, company: live };
  });
}

async function factsOf(tx: Transaction, company: CompanyRow): Promise<OnboardingFacts> {
  const test = await environmentFacts(tx, company.id, 'test');
  const live = await environmentFacts(tx, company.id, 'live');
  return { company, test, live };
}

const countFiscalized = statement.run<{ companyId: string; environment: Environment }>(
  'find_fiscalized_invoice',
  `select 1 from invoice
   where company_id = :companyId::uuid and environment = :environment::environment
     and status = 'Fiscalized'
   limit 1`,
);

async function environmentFacts(
  tx: Transaction,
  companyId: string,
  environment: Environment,
): Promise<EnvironmentFacts> {
  const owned = { companyId, environment };
  const certificate = await tx.certificate.findFirst({
    where: { ...owned, isActive: true },
    select: { tin: true, notBefore: true, notAfter: true },
  });
  const cashRegister = await tx.cashRegister.findFirst({ where: { ...owned, isDefault: true } });
  const apiKey = await tx.apiKey.findFirst({
    where: {
      ...owned,
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
    },
  });
  return {
    certificate,
    cashRegister,
    hasApiKey: apiKey !== null,
    hasFiscalizedInvoice: (await countFiscalized(tx, owned)) > 0,
  };
}
