// What the panel says of the authority, of the company itself and of time: the cause that it is, to
// whom it concerns, as long as it lasts.

import { expect, test } from '@jest/globals';
import { openPanel } from '../admin/panel-browser.ts';
import { openTills } from '../reliability/tills.ts';
import type { Till } from '../reliability/tills.ts';
import type { Body } from '../service/running-service.ts';
import { startPanel } from './running-panel.ts';
import { textsOf } from './texts.ts';

const texts = textsOf('en');
const { today, certificates, failedWork, operations, shell } = texts;
const REVOKED = { type: 'fault', code: 38, message: 'Certificate is revoked.' };
const LEFT = shell.deadline.calm.replace('{{time}}', '').trim();

const { service, enter } = await startPanel({
  environment: { EFI_FAILURES_TO_OPEN: '100000', DELIVERY_AFTER_MS: '500' },
});
const panel = await openPanel(service);
const nextTill = await openTills(service, 4, { name: 'Pekara d.o.o.' });
const strict = (await openTills(service, 1, { name: 'Apoteka d.o.o.', offlineIssuing: false }))();
const operator = await enter();
const open = ({ company }: Till, page: string) =>
  operator.open(`/companies/${company.id}/${page}?environment=test`);

/** Hands an invoice out, and gives its deliveries such replies. */
async function handOut(till: Till, reply: object): Promise<Body> {
  await till.script({ type: 'http', status: 503 }, { kind: 'invoice', subsequentDelivery: false });
  const { body } = await till.sell();
  await till.script(reply, { kind: 'invoice', subsequentDelivery: true }, 10_000);
  return body as Body;
}

test('a call that the authority did not reply to is not said to be refused', async () => {
  await open(nextTill(), 'cash-registers');
  await service.script({ type: 'http', status: 503 }, { kind: 'cash-deposit' });
  await operator.click('button', texts.cashRegisters.deposit.action);
  await operator.dialog.click('button', texts.cashRegisters.deposit.submit);
  await operator.dialog.see(texts.authority.call.EFI_UNAVAILABLE);
  await operator.dialog.see(failedWork.remedy.repeatCall);
  await operator.dialog.seeNo('refused');
});

test('what is below a remedy keeps its place when the remedy arrives', async () => {
  const till = nextTill();
  await till.script({ type: 'fault', code: 53, message: 'TCR is not registered' });
  expect((await till.sell()).body).toMatchObject({ code: 'EFI_REFUSED' });
  const phone = await enter(undefined, { scheme: 'light', screen: 'phone', language: 'en' });
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<null>();
  await phone.page.setRequestInterception(true);
  phone.page.on('request', (request) => {
    const isHeld = request.url().includes('/failed-work/tills');
    void (isHeld ? arrival : Promise.resolve()).then(() => request.continue());
  });
  await phone.open(`/companies/${till.company.id}/failed?environment=test`);
  await phone.see(failedWork.show);
  const placeOfShow = () =>
    phone.page.$eval(
      `::-p-aria([name="${failedWork.show}"][role="button"])`,
      (button) => button.getBoundingClientRect().y,
    );
  const before = await placeOfShow();
  arrive(null);
  await phone.see(failedWork.remedyAction['register-tcr']);
  expect(await placeOfShow()).toBe(before);
  await phone.close();
});

test('a revoked certificate is said wherever it matters, with what the authority says', async () => {
  const till = nextTill();
  const { id } = await handOut(till, REVOKED);
  await open(till, 'today');
  await operator.see(today.problem['sender-refused']);
  await operator.see(texts.authority.code['38']);
  await operator.see(failedWork.remedy.newCertificate);
  await operator.see(today.tile.refused);
  await operator.see(LEFT);
  await open(till, 'certificates');
  await operator.see(certificates.refused);
  await operator.see(certificates.state.refused);
  await operator.see('Certificate is revoked.');
  await operator.seeNo(certificates.state.soon);
  await operator.click('button', certificates.upload.open);
  await operator.dialog.see(certificates.source.test);
  await open(till, `invoices/${String(id)}`);
  await operator.see(failedWork.senderRefused);
  await operator.see(failedWork.remedy.newCertificate);
  await open(till, 'offline');
  await operator.see(failedWork.offline.refused.replace('{{code}}', '38'));
  await open(till, 'invoices');
  await operator.see(LEFT);
});

test('a delivery that was refused for good keeps its mark and its deadline, and so does its list', async () => {
  const till = nextTill();
  const { id } = await handOut(till, { type: 'fault', code: 11, message: 'TCR is not valid' });
  await till.until(String(id), 'Failed');
  await open(till, 'invoices');
  await operator.see(failedWork.urgent);
  await operator.see(LEFT);

  const { company } = till;
  const retry = { invoiceIds: [id] };
  expect((await panel.post(`/companies/${company.id}/failed-work/retry`, retry)).status).toBe(200);
  await till.until(String(id), 'Failed');
  await open(till, 'failed');
  await operator.see(failedWork.batch.title);
  await operator.click('button', failedWork.batch.putAway);
  await operator.seeNo(failedWork.batch.title);
  await open(till, 'failed');
  await operator.see(failedWork.urgentCount.replace('{{count}}', '1'));
  await operator.seeNo(failedWork.batch.title);
});

test('how long ago something was moves on by itself', async () => {
  await operator.open('/account');
  await operator.see(texts.account.sessions.title);
  // When the last of the sessions was seen.
  await operator.page.waitForSelector('td time');
  const lastSeen = () => [...document.querySelectorAll('td time')].at(-1)?.textContent;
  const first = await operator.page.evaluate(lastSeen);
  await operator.page.waitForFunction(
    (before) => [...document.querySelectorAll('td time')].at(-1)?.textContent !== before,
    {},
    first,
  );
});

test('a company that issues nothing offline reads that its sales fail, and operators read which', async () => {
  await strict.sell();
  await service.query(
    `insert into authority_circuit (environment, scope, opened_at, seen_at)
     values ('test', $1, now(), now() + interval '1 hour')`,
    [strict.company.id],
  );
  await open(strict, 'today');
  await operator.see(today.problem['sales-fail']);
  await operator.seeNo(today.problem['authority-silent']);
  await operator.open('/operations');
  const named = (words: string) => words.replace('{{companies}}', strict.company.name);
  await operator.see(named(operations.authority.failingMeans));
  await operator.see(
    named(operations.problem.silentCompanies).replace('{{environment}}', shell.environment.test),
  );
});
