// Where failed sales are looked after: the service with a company that issues nothing offline and one that
// does, an operator and a company's admin at the panel, and what both do with every failure.

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
import type { Body, RunningService } from '../running-service.ts';
import type { PanelUser } from './browser.ts';
import { startPanel } from './running-panel.ts';
import { inviteAdmin } from './seeded-company.ts';
import { textsOf } from './texts.ts';

const { failedWork: words, invoices: invoiceWords } = textsOf('en');

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
  /** Finds the failure on the page Failed, reads it, and follows it to the invoice. */
  find(who: Who, till: Till, failure: Body, about: About): Promise<void>;
  /** Presses "Try again" and sees it fiscalized on the same page; nothing is left on the list. */
  tryAgain(who: Who, till: Till, failure: Body): Promise<void>;
  /** The authority's ledger has it under this FIC. */
  isAtAuthority(record: Body): Promise<void>;
}

/** Which words of the panel describe a failure. */
export interface About {
  cause: keyof typeof words.cause;
  remedy: keyof typeof words.remedy;
}

const ENVIRONMENT = {
  // Only the tests of the circuit are about the circuit, and what waits goes by hand here.
  EFI_FAILURES_TO_OPEN: '100000',
  DELIVERY_AFTER_MS: '3600000',
};

/** Starts the service and signs both people in. */
export async function openFailureDesk(): Promise<FailureDesk> {
  const { service, enter } = await startPanel({ environment: ENVIRONMENT });
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
  return {
    ...{ service, panel, people, nextTill, offlineTill, companyId, open, isAtAuthority },
    find: async (who, till, failure, about) => {
      await open(who);
      await findIn(people[who], { who, till, failure, about });
    },
    tryAgain: async (who, till, failure) => {
      await tryAgainBefore(people[who]);
      await isAtAuthority(await till.read(String(failure.invoiceId)));
      await open(who);
      await people[who].see(words.nothing);
    },
  };
}

interface Scenario {
  who: Who;
  till: Till;
  failure: Body;
  about: About;
}

async function findIn(person: PanelUser, { who, till, failure, about }: Scenario): Promise<void> {
  const { code, efiCode, efiMessage, error, invoiceId } = failure;
  const said = [words.cause[about.cause], String(efiMessage ?? error), words.remedy[about.remedy]];
  if (efiCode !== null) said.push(`Code of the authority: ${String(efiCode)}`);
  for (const each of said) await person.see(each);
  await person.click('button', words.show);
  if (who === 'operator') await person.see(till.company.name);
  await person.picture(`failed-${String(code)}-${String(efiCode)}`);
  const { invoiceNumber } = await till.read(String(invoiceId));
  await person.click('link', String(invoiceNumber ?? words.withoutNumber));
  await person.see(invoiceWords.detail.facts);
  for (const each of said) await person.see(each);
  await person.picture(`invoice-${String(code)}-${String(efiCode)}`);
}

async function tryAgainBefore(person: PanelUser): Promise<void> {
  const loadedAt = () => person.page.evaluate(() => performance.timeOrigin);
  const before = await loadedAt();
  await person.click('button', words.retryOne);
  await person.dialog.see(words.retryTitle);
  await person.dialog.click('button', words.retryOne);
  await person.see(invoiceWords.statusHint.Fiscalized);
  // Nobody has loaded the page again.
  expect(await loadedAt()).toBe(before);
}

/** Has the authority refuse the till's next message. */
export function refusal(code: number, message = `Odbijeno <${code}> & zašto`) {
  return (till: Till) => till.script({ type: 'fault', code, message });
}

/** Sells what fails. @returns the answer to the till. */
export async function sellInVain(till: Till, body?: object): Promise<Body> {
  const answer = await till.sell(body);
  expect(answer.body).toMatchObject({ invoiceId: expect.any(String) });
  return answer.body as Body;
}

/** Stores a new certificate through the open dialog. */
export async function uploadSeal(
  person: PanelUser,
  { stack }: RunningService,
  { tin, name }: Pick<SeededCompany, 'tin' | 'name'>,
): Promise<void> {
  const { authority } = stack.pki;
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-panel-seal-'));
  try {
    const file = join(folder, 'e-pecat.p12');
    writeFileSync(file, toPkcs12(issueTaxpayer(authority, tin, name), authority, 'lozinka'));
    await person.upload(file);
    await person.dialog.fill('Password of the file', 'lozinka');
    await person.dialog.click('button', 'Inspect');
    await person.dialog.click('button', 'Store and use it');
    await person.see('The certificate is stored');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
