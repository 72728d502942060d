// What tests, the bench and the fault runs store without an audit row, in any combination that they
// need. Shipped code may not import it (.dependency-cruiser.cjs, oxlint.config.mts).

import { v7 as uuidv7 } from 'uuid';
import { storedRole } from '../../account/users.ts';
import type { Role } from '../../account/users.ts';
import { insertApiKey } from '../../company/api-keys.ts';
import type { NewApiKey } from '../../company/api-keys.ts';
import type { NewCashRegister } from '../../company/cash-registers.ts';
import type { CompanyChange, CompanyProfile } from '../../company/companies.ts';
import type { Database } from '../../connection/client.ts';
import type { User } from '../../generated/client.ts';
import type { NewInvoice } from '../../invoice/new-invoices.ts';
import { openInvoiceStore } from '../../invoice/new-invoices.ts';
import type { StoredInvoice } from '../../invoice/stored-invoice.ts';

export { generateApiKey } from '../../company/api-callers.ts';

type Given = 'tin' | 'name' | 'address' | 'town' | 'isInVat' | 'vatNumber' | 'bankAccount';

/** A company by its ids. */
export interface SeededCompany extends Pick<
  CompanyProfile,
  Given | 'pricesIncludeVat' | 'offlineIssuing'
> {
  environment: 'test' | 'live';
  printsAtOnce?: boolean;
  strictCorrectives?: boolean;
  originalsFromElsewhere?: boolean;
  operatorNames?: CompanyProfile['operatorNames'];
}

/** A company that may issue, without a row in the audit log. */
export async function seedCompany(db: Database, input: SeededCompany): Promise<string> {
  const id = uuidv7();
  await db.prisma.company.create({ data: { id, ...input } });
  return id;
}

/** Changes settings of a company; API processes see it within 2 s. */
export async function updateSeededCompany(
  db: Database,
  id: string,
  change: CompanyChange & { status?: 'active' | 'paused' },
): Promise<void> {
  await db.prisma.company.update({ where: { id }, data: change });
}

/** A cash register with its codes. */
export async function seedCashRegister(db: Database, input: NewCashRegister): Promise<string> {
  const id = uuidv7();
  await db.prisma.cashRegister.create({ data: { id, ...input } });
  return id;
}

/** @returns the key, which is kept nowhere. */
export function seedApiKey(db: Database, input: NewApiKey): Promise<{ id: string; key: string }> {
  return insertApiKey(db.prisma, input);
}

/** A person who may sign in to the panel. */
export type SeededUser = Pick<User, 'email' | 'passwordHash' | 'companyId'> & {
  role: Role;
  name?: string;
};

/** A person with a password. */
export async function seedUser(db: Database, input: SeededUser): Promise<string> {
  const id = uuidv7();
  const [email, role] = [input.email.toLowerCase(), storedRole(input.role)];
  await db.prisma.user.create({ data: { ...input, id, email, role } });
  return id;
}

/** Its id may be of any time. */
export function seedDraft(db: Database, invoice: NewInvoice): Promise<StoredInvoice> {
  return openInvoiceStore(db, Infinity)({ invoice, scheduledInMs: null });
}
export { untilGivenOut } from './given-out-events.ts';
