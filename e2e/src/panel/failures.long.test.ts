// Sales that failed, one of each kind: found on the page Failed, understood there, repaired with what the
// panel offers, and fiscalized on the page that is open.

import { describe, expect, test } from '@jest/globals';
import { eventually } from '@fiscal/testbed';
import type { Till } from '../reliability/tills.ts';
import { cashInvoice, nonCashInvoice } from '../running-service.ts';
import type { Body } from '../running-service.ts';
import type { PanelUser } from './browser.ts';
import { openFailureDesk, refusal, sellInVain, uploadSeal } from './failure-desk.ts';
import type { About } from './failure-desk.ts';
import { readMessages, readPreview, readVerificationLink } from './invoice-tabs.ts';

const REGISTER = 'Register the cash register (TCR)';
const DEPOSIT = 'Register the initial deposit';
const WRONG_VAT = refusal(11, 'Total VAT amount is wrong');
const ALL_IS_WELL = 'All is well';
const FISCALIZED = 'Registered with the tax authority. It never changes again.';

const WHOLE_HISTORY = [
  ...['The invoice was saved', 'The authority refused the message', 'VAT status', 'Begun again'],
  ...['The authority registered it', 'Fiscalized'],
];

const desk = await openFailureDesk();
const { operator, admin } = desk.people;

describe('a cash register that the authority does not know', () => {
  /** As if somebody had mistyped its code. */
  const mistypeTcr = ({ cashRegisterId }: Till) =>
    desk.panel
      .patch(`/companies/${desk.companyId}/cash-registers/${cashRegisterId}`, {
        tcrCode: 'zz999zz999',
      })
      .expect(200);
  const register = async (person: PanelUser) => {
    await person.click('button', REGISTER);
    await person.dialog.see('Register it with the tax authority?');
    await person.dialog.click('button', REGISTER);
    await person.see('Registered: ');
  };

  test('fails with the deposit of the day, and the operator registers it', async () => {
    const till = desk.nextTill();
    await mistypeTcr(till);
    const failure = await sellInVain(till, cashInvoice());
    expect(failure).toMatchObject({ code: 'INITIAL_DEPOSIT_FAILED', efiCode: 53 });
    const about: About = { cause: 'INITIAL_DEPOSIT_FAILED', remedy: 'tcr' };
    await desk.find('operator', till, failure, about);
    await register(operator);
    await desk.tryAgain('operator', till, failure);
  });

  test('fails without a deposit, too, and its company registers it', async () => {
    const till = desk.nextTill();
    await mistypeTcr(till);
    const failure = await sellInVain(till);
    expect(failure).toMatchObject({ code: 'EFI_REFUSED', efiCode: 11 });
    await desk.find('admin', till, failure, { cause: 'EFI_REFUSED', remedy: 'tcrInactive' });
    await register(admin);
    await desk.tryAgain('admin', till, failure);
  });
});

test('a deposit that the authority misses is registered by the company', async () => {
  const till = desk.nextTill();
  // The service registers the missing deposit itself, once.
  await till.script({ type: 'fault', code: 58, message: 'No INITIAL deposit' }, undefined, 2);
  const failure = await sellInVain(till, cashInvoice());
  expect(failure).toMatchObject({ code: 'EFI_REFUSED', efiCode: 58 });
  await desk.find('admin', till, failure, { cause: 'EFI_REFUSED', remedy: 'deposit' });
  await admin.click('button', DEPOSIT);
  await admin.dialog.fill('Cash in the drawer', '50,00');
  await admin.picture('deposit-dialog', 'screen');
  await admin.dialog.click('button', DEPOSIT);
  await admin.see('The initial deposit is registered.');
  const { messages } = await till.ledger();
  const deposits = (messages as Body[]).filter(({ kind }) => kind === 'cash-deposit');
  expect(deposits.at(-1)).toMatchObject({ outcome: 'accepted' });
  await desk.tryAgain('admin', till, failure);
});

test('a missing certificate is uploaded from the invoice that failed for it', async () => {
  const { service, companyId } = desk;
  const till = desk.nextTill();
  const forget = 'update certificate set is_active = false where company_id = $1';
  await service.query(forget, [companyId]);
  const failure = await sellInVain(till);
  expect(failure).toMatchObject({ code: 'CERTIFICATE_ERROR', efiCode: null });
  const about: About = { cause: 'CERTIFICATE_ERROR', remedy: 'newCertificate' };
  await desk.find('admin', till, failure, about);
  const invoice = admin.page.url();
  await admin.click('link', 'Upload a certificate');
  await admin.click('button', 'Upload a certificate');
  await uploadSeal(admin, service, till.company);
  await admin.page.goBack();
  expect(admin.page.url()).toBe(invoice);
  await desk.tryAgain('admin', till, failure);
});

describe('what is put right elsewhere is tried again by the operator:', () => {
  type Step = (till: Till) => Promise<unknown>;
  const taxpayer =
    (active: boolean): Step =>
    ({ company: { tin, name } }) =>
      desk.service.control('POST', '/taxpayers', { tin, name, isInVat: true, active });
  const silence: Step = (till) => till.script({ type: 'http', status: 503 }, {}, 1_000);
  const replyAgain: Step = () => desk.service.control('DELETE', '/script');
  const nothing: Step = () => Promise.resolve();
  test.each<[string, About, Step, Step]>([
    ['no answer', { cause: 'EFI_UNAVAILABLE', remedy: 'retry' }, silence, replyAgain],
    [
      'an unknown taxpayer',
      { cause: 'EFI_REFUSED', remedy: 'masterData' },
      taxpayer(false),
      taxpayer(true),
    ],
    ['a signature', { cause: 'EFI_SIGNATURE_REFUSED', remedy: 'report' }, refusal(31), nothing],
    ['a clock', { cause: 'EFI_CLOCK_REFUSED', remedy: 'clock' }, refusal(2), nothing],
    ['wrong data', { cause: 'EFI_REFUSED', remedy: 'correctData' }, WRONG_VAT, nothing],
  ])('%s', async (_, about, spoil, mend) => {
    const till = desk.nextTill();
    await spoil(till);
    const failure = await sellInVain(till);
    await desk.find('operator', till, failure, about);
    await operator.seeNo(REGISTER);
    await mend(till);
    await desk.tryAgain('operator', till, failure);
  });
});

test('a number that is taken is dismissed with a reason, and the invoice keeps it', async () => {
  const till = desk.nextTill();
  const body = nonCashInvoice({ orderNumber: 500 });
  const [first, second] = [await till.store(body), await till.store(body)];
  expect((await till.fiscalize(first)).status).toBe(200);
  const failure = (await till.fiscalize(second)).body as Body;
  expect(failure).toMatchObject({ code: 'ORDER_NUMBER_TAKEN' });
  await desk.open('admin');
  await admin.see('The number asked for is taken');
  await admin.see('Issue it again with a free number, or with 0 to have one assigned.');
  await admin.click('button', 'Show invoices');
  await admin.click('checkbox', 'Select invoice 500, 9,66\u00a0€');
  await admin.click('button', 'Dismiss selected');
  await admin.dialog.click('button', 'Dismiss');
  await admin.dialog.see('Write a reason: it stays in the audit log.');
  await admin.dialog.fill('Reason', 'Izdat je ponovo pod brojem 501.');
  await admin.dialog.click('button', 'Dismiss');
  await admin.see('Dismissed: 1');
  await admin.see(ALL_IS_WELL);
  await admin.open(`/companies/${desk.companyId}/invoices/${second}?environment=test`);
  await admin.see('Dismissed from failed work: Izdat je ponovo pod brojem 501.');
  await admin.see('Milica Žitić');
  expect(await till.read(second)).toMatchObject({ status: 'Failed' });
});

test('of a cause with several invoices some, and then all, are tried again', async () => {
  const till = desk.nextTill();
  await till.script({ type: 'fault', code: 44, message: 'VAT status' }, undefined, 4);
  const failures: Body[] = [];
  for (const quantity of [1, 2, 3, 4]) {
    const items = [{ name: 'Hljeb', unit: 'kom', unitPrice: 1, quantity, vat: { rate: 21 } }];
    failures.push(await sellInVain(till, nonCashInvoice({ items })));
  }
  await desk.open('admin');
  await admin.see('Invoices: 4');
  await admin.click('button', 'Show invoices');
  await admin.click('checkbox', 'Select invoice no number, 2,42\u00a0€');
  await admin.click('checkbox', 'Select invoice no number, 4,84\u00a0€');
  await admin.see('Selected: 2');
  await admin.picture('failed-selected');
  await admin.click('button', 'Try selected again');
  await admin.dialog.click('button', 'Try selected again');
  await admin.see('Started again: 2');
  await admin.see('Invoices: 2');
  const records = () => Promise.all(failures.map(({ invoiceId }) => till.read(String(invoiceId))));
  await Promise.all(
    [1, 3].map((index) => till.until(String(failures[index]?.invoiceId), 'Fiscalized')),
  );
  expect((await records()).map(({ status }) => String(status))).toEqual([
    ...['Failed', 'Fiscalized', 'Failed', 'Fiscalized'],
  ]);
  await admin.click('button', 'Try all again');
  await admin.dialog.see('The invoices of this cause (2) are sent to the tax authority again.');
  await admin.dialog.click('button', 'Try all again');
  await admin.see(ALL_IS_WELL);
  for (const { invoiceId } of failures) {
    await desk.isAtAuthority(await till.until(String(invoiceId), 'Fiscalized'));
  }
});

test('what fails again is on the company’s list again, while the page stays open', async () => {
  const till = desk.nextTill();
  await till.script({ type: 'fault', code: 44, message: 'VAT status' }, undefined, 2);
  const failure = await sellInVain(till);
  await desk.open('admin');
  await admin.click('button', 'Try all again');
  await admin.dialog.click('button', 'Try all again');
  await admin.see('Started again: 1');
  await till.until(String(failure.invoiceId), 'Failed');
  await admin.see('VAT status');
  await admin.click('button', 'Try all again');
  await admin.dialog.click('button', 'Try all again');
  await admin.see(ALL_IS_WELL);
  await till.until(String(failure.invoiceId), 'Fiscalized');
});

test('an offline invoice waits with the time it has left, and is delivered at once by hand', async () => {
  const till = desk.offlineTill;
  await till.script({ type: 'http', status: 503 }, {}, 1_000);
  const { body } = await till.sell();
  const sold = body as Body;
  expect(sold.status).toBe('Offline');
  await operator.open('/offline?environment=test');
  await operator.see('Waiting invoices, the most urgent first');
  expect(await operator.text()).toMatch(/1 d 23 h left/);
  await operator.picture('offline');
  await operator.click('link', String(sold.invoiceNumber));
  await operator.see('Signed, valid and handed out. It is delivered to the authority later.');
  expect(await operator.text()).toMatch(/1 d 23 h left/);
  await operator.picture('invoice-offline');
  await desk.service.control('DELETE', '/script');
  await operator.click('button', 'Try now');
  await operator.see(FISCALIZED);
  const record = await till.read(String(sold.id));
  expect(record).toMatchObject({ iic: sold.iic, invoiceNumber: sold.invoiceNumber });
  await desk.isAtAuthority(record);
});

test('the page of a repaired invoice shows its whole history, messages and print included', async () => {
  const till = desk.nextTill();
  await till.script({ type: 'fault', code: 44, message: 'VAT status' });
  const failure = await sellInVain(till);
  const page = `/companies/${desk.companyId}/invoices/${String(failure.invoiceId)}?environment=test`;
  await admin.open(page);
  await admin.click('tab', 'Timeline');
  await admin.see('The number 1 is free again');
  await admin.click('button', 'Try again');
  await admin.dialog.click('button', 'Try again');
  for (const step of WHOLE_HISTORY) await admin.see(step);
  await admin.picture('invoice-timeline');

  const messages = await readMessages(admin);
  expect(messages.every(({ lines }) => lines > 10)).toBe(true);
  expect(messages.map(({ text }) => text).join()).toContain('<RegisterInvoiceResponse');
  const html = await admin.page.content();
  const { demo } = desk.service.stack;
  const own = till.company.cashRegisters.find(({ tcrCode }) => tcrCode === till.tcrCode);
  for (const secret of ['PRIVATE KEY', demo.vault.identity, String(own?.apiKey)]) {
    expect(html).not.toContain(secret);
  }
  await admin.picture('invoice-messages');

  expect(await readPreview(admin)).toEqual(['application/pdf', '%PDF-']);
  await admin.picture('invoice-pdf', 'screen');
  await admin.click('tab', 'Timeline');
  await admin.see('The PDF was made');
  const { iic } = await till.read(String(failure.invoiceId));
  expect(await readVerificationLink(admin)).toContain(String(iic));
  await admin.picture('invoice-fiscalized');
});

test('a print that fails again and again is brought forward, and is made', async () => {
  const till = desk.nextTill();
  const { body } = await till.sell();
  const { id, status } = body as Body;
  expect(status).toBe('Fiscalized');
  expect((await till.get(`/api/invoices/${String(id)}/pdf`)).status).toBe(200);
  // As three prints that failed leave it: due in an hour.
  await desk.service.query(
    `insert into work (subject_id, kind, company_id, environment, attempts, scheduled_at)
     select id, 'print', company_id, environment, 3, now() + interval '1 hour'
     from invoice where id = $1`,
    [id],
  );
  await desk.open('operator');
  await operator.see('The PDF cannot be made');
  await operator.see('The invoice is fiscalized and valid.');
  await operator.picture('failed-print');
  await operator.click('button', 'Try now');
  await operator.dialog.click('button', 'Try now');
  await operator.see('Started again: 1');
  const missing = `select from work where subject_id = $1 and kind = 'print'`;
  await eventually(
    () => desk.service.query(missing, [id]),
    (rows) => rows.length === 0,
  );
  await operator.see(ALL_IS_WELL);
});

test('nothing in the browsers complained on the way', () => {
  expect([operator.complaints, admin.complaints]).toEqual([[], []]);
});
