// Every way in which the authority can fail to reply to a sale. The customer gets an invoice with
// its IIC at once, and the sale is registered by itself, once, under what was printed.

import { textOfPdf } from '@fiscal/testbed/pdf-reader';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { eventually } from '@fiscal/testbed';
import { SHORT_TIMEOUTS } from './short-timeouts.ts';
import { fixedIn, scenarioOf, runScenarios, WAY_NAMES, WAYS } from './sale-scenarios.ts';
import type { Scenarios } from './sale-scenarios.ts';
import { openTills } from './tills.ts';
import type { Till } from './tills.ts';

const service = await startService({ prints: true, environment: SHORT_TIMEOUTS });
const nextTill = await openTills(service, 3 * WAYS.length);

const wasSentAgain = ({ messages }: Body) => (messages as Body[]).length > 1;

describe('an authority that stays away for a while after', () => {
  let scenarios: Scenarios;
  beforeAll(async () => {
    await service.holdAuthority();
    scenarios = await runScenarios(service, nextTill, async (tills) => {
      for (const till of tills) await eventually(till.ledger, wasSentAgain);
      await service.releaseAuthority();
    });
  });

  test.each(WAY_NAMES)('%s: the shop gets an invoice with IIC, number and PDF', (name) => {
    const { response, pdf } = scenarioOf(scenarios, name);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ status: 'Offline', fic: null, orderNumber: 1 });
    expect(response.body.iic).toMatch(/^[0-9A-F]{32}$/);
    expect(response.body.verificationUrl).toContain(response.body.iic);
    const { deliverBefore, fiscalizedAt } = response.body;
    expect(Date.parse(deliverBefore) - Date.parse(fiscalizedAt)).toBe(48 * 3_600_000);
    expect(pdf.status).toBe(200);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('what is printed has the IIC and says that the FIC follows', async () => {
    for (const name of WAY_NAMES) {
      const { response, pdf } = scenarioOf(scenarios, name);
      const text = await textOfPdf(pdf.bytes);
      expect(text).toContain(response.body.iic);
      expect(text).toContain('JIKR slijedi');
      expect(text).toContain('The FIC follows');
    }
    return Promise.resolve();
  });

  test.each(WAY_NAMES)('%s: it is registered by itself, once, with the authority’s FIC', (name) => {
    const { response, final, ledger } = scenarioOf(scenarios, name);
    expect(final.status).toBe('Fiscalized');
    expect(ledger.invoices).toHaveLength(1);
    const [effect] = ledger.invoices as Body[];
    const { iic, orderNumber, fiscalizedAt, invoiceNumber } = response.body;
    expect(effect).toMatchObject({ fic: final.fic, iic, ordinal: orderNumber, invoiceNumber });
    expect(final).toMatchObject({ iic, orderNumber, fiscalizedAt, invoiceNumber });
  });

  test.each(WAY_NAMES)('%s: every message has what was printed and a UUID of its own', (name) => {
    const { submissions, response } = scenarioOf(scenarios, name);
    expect(submissions.length).toBeGreaterThan(1);
    const fixed = submissions.map(({ request }) => fixedIn(request));
    expect(new Set(fixed.map((values) => JSON.stringify(values))).size).toBe(1);
    const { iic, orderNumber, invoiceNumber } = response.body;
    expect(fixed[0]).toMatchObject({ iic, ordinal: String(orderNumber), invoiceNumber });
    expect(Date.parse(fixed[0]?.issueDateTime ?? '')).toBe(Date.parse(response.body.fiscalizedAt));
    expect(new Set(submissions.map(({ request_uuid: uuid }) => uuid)).size).toBe(
      submissions.length,
    );
  });

  test.each(WAY_NAMES)('%s: every further message is marked SERVICE', (name) => {
    const { submissions, ledger } = scenarioOf(scenarios, name);
    const [first, ...others] = submissions.map((row) => row.subsequent_delivery);
    expect(first).toBeNull();
    expect(new Set(others)).toEqual(new Set(['SERVICE']));
    const marks = (ledger.messages as Body[]).map((message) => message.subsequentDelivery);
    expect(marks).toEqual([first, ...others]);
  });

  test.each(WAY_NAMES)('%s: the receipt check is asked before each further message', (name) => {
    const { ledger } = scenarioOf(scenarios, name);
    const [, ...further] = (ledger.messages as Body[]).map(({ sequence }) => Number(sequence));
    const checks = (ledger.receiptChecks as Body[]).map((check) => Number(check.afterMessage));
    expect(checks.length).toBeGreaterThanOrEqual(further.length);
    let before = Number((ledger.messages as Body[])[0]?.sequence);
    for (const sequence of further) {
      expect(checks.some((after) => after >= before && after < sequence)).toBe(true);
      before = sequence;
    }
  });
});

describe('an authority that is there again after', () => {
  let scenarios: Scenarios;
  beforeAll(async () => {
    scenarios = await runScenarios(service, nextTill, () => Promise.resolve());
  });
  const namesOf = (registered: boolean) =>
    WAYS.filter(([, , isRegistered]) => isRegistered === registered).map(([name]) => name);

  test.each(namesOf(false))('%s: it is sent a second time, and that time it is taken', (name) => {
    const { final, ledger } = scenarioOf(scenarios, name);
    expect(final.status).toBe('Fiscalized');
    expect((ledger.receiptChecks as Body[]).map((check) => check.outcome)).toEqual(['not-found']);
    expect((ledger.messages as Body[]).map((message) => message.outcome)).toEqual([
      'ignored',
      'accepted',
    ]);
  });

  test.each(namesOf(true))('%s: the receipt check finds it, nothing is sent again', (name) => {
    const { final, ledger, submissions } = scenarioOf(scenarios, name);
    expect(final.status).toBe('Fiscalized');
    expect(final.fic).toBe((ledger.invoices as Body[])[0]?.fic);
    expect((ledger.receiptChecks as Body[]).map((check) => check.outcome)).toEqual(['found']);
    expect(ledger.messages).toHaveLength(1);
    expect(submissions).toHaveLength(1);
  });
});

describe('a registered sale whose receipt check gives no response', () => {
  afterEach(() => service.releaseAuthority());

  test.each([
    ['silence', { type: 'silence' }],
    ['garbage', { type: 'garbage' }],
    ['a dropped connection', { type: 'drop' }],
    ['a page of HTML', { type: 'html', status: 200 }],
  ])('but %s is sent again with its mark and gets its first FIC', async (_name, behaviour) => {
    await service.control('PUT', '/mode', { receiptCheck: behaviour });
    const till = nextTill();
    await till.script({ type: 'accept-then-drop' });
    const { body } = (await till.sell()) as { body: Body };
    expect(body.status).toBe('Offline');
    const final = await till.until(String(body.id), 'Fiscalized');
    const ledger = await till.ledger();
    expect(ledger.invoices).toHaveLength(1);
    expect(final).toMatchObject({ iic: body.iic, fic: ledger.invoices[0].fic });
    const scenario = (ledger.messages as Body[]).map((m) => [m.outcome, m.subsequentDelivery]);
    expect(scenario[0]).toEqual(['accepted', null]);
    expect(scenario.at(-1)).toEqual(['repeated', 'SERVICE']);
  });
});

describe('a message whose reply is lost on our side', () => {
  test('no connection to the authority: the sale is delivered with the mark TECHNICALERROR', async () => {
    const till = nextTill();
    await service.stack.processes.get('efi-simulator')?.stop();
    const { body } = (await till.sell()) as { body: Body };
    expect(body).toMatchObject({ status: 'Offline', iic: expect.stringMatching(/^[0-9A-F]{32}$/) });
    await service.stack.restart('efi-simulator');
    await till.until(String(body.id), 'Fiscalized');
    const { messages, invoices } = await till.ledger();
    expect(invoices).toHaveLength(1);
    expect((messages as Body[]).map((m) => [m.iic, m.subsequentDelivery])).toEqual([
      [body.iic, 'TECHNICALERROR'],
    ]);
  });

  test.each([
    ['it is sent again with the same IIC and that mark', { type: 'silence' }, true],
    ['the receipt check finds it, nothing is sent again', { type: 'delay', ms: 60_000 }, false],
  ])('a worker that died before the reply: %s', async (_what, behaviour, isSentAgain) => {
    const till = nextTill();
    await till.script(behaviour);
    const id = await till.store();
    await till.post(`/api/invoices/${id}/fiscalize`);
    await eventually(till.ledger, ({ messages }) => (messages as Body[]).length === 1);
    await service.stack.restart('worker', { how: 'kill' });
    const { iic, fic } = await till.until(id, 'Fiscalized');
    const { messages, invoices } = await till.ledger();
    expect(invoices).toMatchObject([{ iic, fic }]);
    expect((messages as Body[]).map((m) => [m.iic, m.subsequentDelivery])).toEqual([
      [iic, null],
      ...(isSentAgain ? [[iic, 'TECHNICALERROR']] : []),
    ]);
  });
});

describe('a company that does not issue offline', () => {
  let nextStrictTill: () => Till;
  beforeAll(async () => {
    nextStrictTill = await openTills(service, 2, { offlineIssuing: false });
  });

  test.each([
    ['drop', ['ignored', 'accepted']],
    ['accept-then-drop', ['accepted']],
  ])('after %s returns EFI_UNAVAILABLE; a later fiscalize resumes', async (type, outcomes) => {
    const till = nextStrictTill();
    await till.script({ type });
    const id = await till.store();
    const { status, body } = await till.fiscalize(id);
    expect(status).toBe(500);
    expect(body).toMatchObject({
      code: 'EFI_UNAVAILABLE',
      tcrCode: till.tcrCode,
      efiCode: null,
      efiMessage: null,
      retryable: true,
      remedy: expect.stringMatching(/fiscalize again/),
      invoiceId: id,
    });
    const failed = await till.read(id);
    expect(failed).toMatchObject({ status: 'Failed', fic: null, errorMessage: body.error });
    expect((await till.get(`/api/invoices/${id}/pdf`)).status).toBe(409);

    const next = await till.sell();
    expect(next.body).toMatchObject({ status: 'Fiscalized', orderNumber: failed.orderNumber + 1 });
    const again = await till.fiscalize(id);
    expect(again.status).toBe(200);
    const { iic, invoiceNumber, orderNumber, fiscalizedAt } = failed;
    const fixed = { iic, invoiceNumber, orderNumber, fiscalizedAt };
    expect(again.body).toMatchObject({ status: 'Fiscalized', ...fixed });
    const { messages } = await service.control('GET', `/ledger?iic=${iic}`);
    expect((messages as Body[]).map(({ outcome }) => outcome)).toEqual(outcomes);
    const { summary, invoices } = await till.ledger();
    expect(invoices).toHaveLength(2);
    expect(summary.doubledIics).toEqual([]);
  });
});

describe('a handed-out invoice that is refused at its delivery', () => {
  test('fails with its number, time and IIC, and delays no other sale', async () => {
    const till = nextTill();
    const neighbour = nextTill();
    await till.script({ type: 'drop' });
    await neighbour.script({ type: 'drop' });
    const refusal = { type: 'fault', code: 44, message: 'Not in VAT' };
    await till.script(refusal, { kind: 'invoice', subsequentDelivery: true });
    const { body } = (await till.sell()) as { body: Body };
    const other = (await neighbour.sell()).body as Body;
    expect([body.status, other.status]).toEqual(['Offline', 'Offline']);

    const failed = await till.until(String(body.id), 'Failed');
    const { iic, invoiceNumber, orderNumber, fiscalizedAt } = body;
    const fixed = { iic, invoiceNumber, orderNumber, fiscalizedAt };
    expect(failed).toMatchObject({ ...fixed, fic: null, nextAttemptAt: null });
    expect(failed.error).toMatchObject({ efiCode: 44, efiMessage: 'Not in VAT' });
    await neighbour.until(String(other.id), 'Fiscalized');
    expect((await till.sell()).body).toMatchObject({
      status: 'Fiscalized',
      orderNumber: orderNumber + 1,
    });
    const events = (await till.numbers())[0]?.events.map(({ event }) => event);
    expect(events).toEqual(['given', 'handed-out', 'failed']);

    const repeated = await till.fiscalize(String(body.id));
    expect(repeated.body).toMatchObject({ status: 'Fiscalized', ...fixed });
    const submissions = await service.submissionsOf(String(body.id));
    expect(new Set(submissions.map(({ request }) => fixedIn(request).iic))).toEqual(new Set([iic]));
  });
});
