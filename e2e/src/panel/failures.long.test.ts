// Failed and waiting work on the pages of the panel: in bulk, in passing, offline, and with its
// whole history. Each single cause has its tour in tours/support.long.test.ts.

import { expect, test } from '@jest/globals';
import { eventually } from '@fiscal/testbed';
import { nonCashInvoice } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { openFailureDesk, sellInVain } from './failure-desk.ts';
import { readMessages, readPreview, readVerificationLink } from './invoice-tabs.ts';

const ALL_IS_WELL = 'All is well';
const FISCALIZED = 'Registered with the tax authority. It never changes again.';

const WHOLE_HISTORY = [
  'The invoice was saved',
  'The tax authority refused the message',
  'VAT status',
  'Begun again',
  'The tax authority registered it',
  'Fiscalized',
];

const desk = await openFailureDesk();
const { operator, admin } = desk.people;

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
  await admin.click('checkbox', 'Select invoice no number, €2.42');
  await admin.click('checkbox', 'Select invoice no number, €4.84');
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
    'Failed',
    'Fiscalized',
    'Failed',
    'Fiscalized',
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
  await operator.see('Signed, valid and handed out. It is delivered to the tax authority later.');
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
  await admin.page.click('::-p-text(80 mm)');
  await admin.page.waitForSelector('a[download$="-80mm.pdf"]');
  expect(await readPreview(admin)).toEqual(['application/pdf', '%PDF-']);
  await admin.picture('invoice-pdf-strip', 'screen');
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
  expect((await till.pdf(`/api/invoices/${String(id)}/pdf`)).status).toBe(200);
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
