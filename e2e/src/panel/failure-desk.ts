// The service with a company that issues nothing offline and one that does, an operator and a
// company's admin at the panel.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueTaxpayer, toPkcs12 } from '@fiscal/testbed';
import type { SeededCompany } from '@fiscal/testbed';
import { expect } from '@jest/globals';
import { openPanel } from '../admin/panel-browser.ts';
import type { PanelBrowser } from '../admin/panel-browser.ts';
import { openTills } from '../reliability/tills.ts';
import type { Till } from '../reliability/tills.ts';
import type { Body, RunningService } from '../service/running-service.ts';
import type { PanelUser } from './browser.ts';
import { startPanel } from './running-panel.ts';
import { inviteAdmin } from '../admin/company-admin.ts';
import type { Texts } from './texts.ts';

export type Who = 'operator' | 'admin';

export interface FailureDesk {
  service: RunningService;
  panel: PanelBrowser;
  people: Record<Who, PanelUser>;
  /** Of the company that issues nothing offline; the admin is its own. */
  nextTill: () => Till;
  /** Of the other company. */
  offlineTill: Till;
  companyId: string;
  /** The page Failed of everybody, or of the company. */
  open(who: Who): Promise<void>;
  /** The authority's ledger has it under this FIC. */
  isAtAuthority(record: Body): Promise<void>;
}

const ENVIRONMENT = {
  // Only the tests of the circuit are about the circuit, and what waits goes by hand here.
  EFI_FAILURES_TO_OPEN: '100000',
  DELIVERY_AFTER_MS: '3600000',
};

/** Starts the service and signs both people in. */
export async function openFailureDesk(): Promise<FailureDesk> {
  const { service, enter } = await startPanel({ prints: true, environment: ENVIRONMENT });
  const panel = await openPanel(service);
  const nextTill = await openTills(service, 16, { offlineIssuing: false });
  const offlineTill = (await openTills(service, 1))();
  const companyId = nextTill().company.id;
  const people = {
    operator: await enter(),
    admin: await enter(await inviteAdmin(service, panel, companyId)),
  };

  const open = (who: Who) =>
    people[who].open(`${who === 'admin' ? `/companies/${companyId}` : ''}/failed?environment=test`);
  const isAtAuthority = async ({ status, iic, fic }: Body) => {
    expect({ status, fic }).toEqual({ status: 'Fiscalized', fic: expect.any(String) });
    const { invoices } = await service.control('GET', `/ledger?iic=${String(iic)}`);
    expect(invoices).toMatchObject([{ fic }]);
  };
  return { service, panel, people, nextTill, offlineTill, companyId, open, isAtAuthority };
}

/** Has the authority refuse the till's next message. */
export function refusal(code: number, message = `Odbijeno <${code}> & zašto`) {
  return (till: Till) => till.script({ type: 'fault', code, message });
}

/** Sells what fails. @returns the response to the till. */
export async function sellInVain(till: Till, body?: object): Promise<Body> {
  const response = await till.sell(body);
  expect(response.body).toMatchObject({ invoiceId: expect.any(String) });
  return response.body as Body;
}

/** Stores a new certificate through the open dialog. */
export async function uploadSeal(
  person: PanelUser,
  { stack }: RunningService,
  { tin, name }: Pick<SeededCompany, 'tin' | 'name'>,
  { certificates: { upload } }: Texts,
): Promise<void> {
  const { authority } = stack.pki;
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-panel-seal-'));
  try {
    const file = join(folder, 'e-pecat.p12');
    writeFileSync(file, toPkcs12(issueTaxpayer(authority, tin, name), authority, 'lozinka'));
    await person.upload(file);
    await person.dialog.fill(upload.password, 'lozinka');
    await person.dialog.click('button', upload.inspect);
    await person.dialog.click('button', upload.store);
    await person.see(upload.stored);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
