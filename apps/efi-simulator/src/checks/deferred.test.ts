// The nightly findings: what is accepted at once and would be reported the next day. Protocol §6.

import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { at, goodInvoice, withInvoice } from '../testing/drafts.ts';
import { header } from '../testing/request-builder.ts';
import type { Attributes, InvoiceDraft } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';
import type { Keys, Running } from '../testing/running.ts';

let keys: Keys;
let running: Running;

beforeAll(async () => {
  keys = await makeKeys();
});

beforeEach(async () => {
  running = await startRunning(keys);
});

afterEach(async () => {
  await running.stop();
});

/** Sends a draft that is accepted, and tells what was found. */
async function findingsOf(draft: InvoiceDraft): Promise<readonly string[]> {
  expect(await running.sendInvoice(draft)).toMatchObject({ code: null });
  return running.simulator.ledger.view({}).messages.at(-1)?.findings ?? [];
}

/** The first and the third line have the same rate, so that one can give what the other takes. */
function withLines(first: Attributes, third: Attributes = {}): InvoiceDraft {
  const draft = goodInvoice();
  const changes: Attributes[] = [first, {}, third];
  return { ...draft, items: draft.items!.map((line, index) => ({ ...line, ...changes[index] })) };
}

test('a true receipt has none', async () => {
  expect(await findingsOf(goodInvoice())).toEqual([]);
});

test.each<[string[], InvoiceDraft]>([
  [['I[0]: PB is not UPB · Q less the rebate'], withLines({ R: '15.00', RR: 'true' })],
  [['I[0]: UPA is not PA / Q'], withLines({ UPA: '3.7000' })],
  [
    ['I[0]: VA is not PB · VR', 'I[2]: VA is not PB · VR'],
    withLines(
      { VA: '0.7248', PA: '3.7000', UPA: '3.7000' },
      { VA: '0.3512', PA: '2.5000', UPA: '2.5000' },
    ),
  ],
  [
    ['I[0]: PA is not PB + VA', 'I[2]: PA is not PB + VA'],
    withLines({ PA: '3.7000', UPA: '3.7000' }, { PA: '2.5000', UPA: '2.5000' }),
  ],
  [
    ['amounts of the items differ in their number of decimals'],
    withLines({ UPA: '3.60', PA: '3.60' }),
  ],
  [['values contain characters outside ASCII'], withLines({ N: 'ćevapi' })],
  [
    [`referenced invoice ${'A'.repeat(32)} does not exist`],
    {
      ...goodInvoice(),
      payMethods: [{ Type: 'ADVANCE', Amt: '59.10', AdvIIC: 'A'.repeat(32) }],
    },
  ],
])('found: %s', async (findings, draft) => {
  expect(await findingsOf(draft)).toEqual(findings);
});

test('found: a rebate that is right is not', async () => {
  // 3.3058 less 10 % is 2.97522; the line shows 2.9752.
  expect(await findingsOf(withLines({ UPB: '3.3058', R: '10.00', RR: 'true' }))).toEqual([]);
});

test('found: a UUID and a number that were used before', async () => {
  const first = goodInvoice();
  await findingsOf(first);
  const issuedAt = at(-60_000);
  const other = withInvoice({ IssueDateTime: issuedAt });
  const again = { ...header(issuedAt), UUID: first.header.UUID };
  expect(await findingsOf({ ...other, header: again })).toEqual([
    'UUID of the message was used before',
    `InvNum ${first.invoice.InvNum ?? ''} was used by another invoice`,
  ]);
});
