// The mark of a message says why it comes late, and whose fault that is. Decisions §6.

import { computeInvoice, paymentsOf } from '@fiscal/domain';
import type { InvoiceFacts, InvoiceItem, InvoiceRequest } from '@fiscal/domain';
import type { ClaimedInvoice } from '@fiscal/db/fiscalization';
import { computeIic, createSigner } from '@fiscal/efi';
import { createLogger } from '@fiscal/runtime';
import { certificateFacts, issueTaxpayer, makeAuthority } from '@fiscal/testbed';
import { expect, test } from '@jest/globals';
import { SAMPLE_CODES, SAMPLE_SELLER } from '../../../../packages/db/src/testing/sample-shops.ts';
import type { Run } from './run.ts';
import { signStep } from './sign.ts';

const { tin, name } = SAMPLE_SELLER;
const seal = certificateFacts(issueTaxpayer(makeAuthority(), tin, name), tin);
const key = { certificateId: 'a', signer: createSigner(seal) };

const ISSUED = '2026-11-21T10:00:00+01:00';
const NOW = '2026-11-21T12:30:00+01:00';

const REQUEST: InvoiceRequest = {
  type: 'Invoice',
  orderNumber: 0,
  typeOfInvoice: 'NonCash',
  paymentMethod: 'ACCOUNT',
  paymentDeadline: '2026-11-30T23:30:00Z',
  items: [{ name: 'Kafa', unitPrice: 1, quantity: 1, vat: { rate: 21 } }],
};

type LastSubmission = NonNullable<ClaimedInvoice['lastSubmission']>;

/** By PostgreSQL's clock, of which this machine's is hours off. */
const CLAIMED = '2026-11-21T03:00:00.123Z';
const SILENT: LastSubmission = {
  id: 'a',
  outcome: 'unanswered',
  wasSent: true,
  unansweredReason: 'timeout',
  openForMs: 1,
};
const UNSENT: LastSubmission = { ...SILENT, wasSent: false, openForMs: null };

interface Repetition {
  lastSubmission?: LastSubmission | null;
  facts?: Partial<InvoiceFacts>;
  isNumberNew?: boolean;
  request?: InvoiceRequest;
  unitPriceBeforeVat?: string;
}

/** A numbered invoice whose rows are stored, after its signature. */
async function sign({ lastSubmission = null, request = REQUEST, ...own }: Repetition) {
  const computed = computeInvoice(request, { isInVat: true, pricesIncludeVat: false });
  const [line] = computed.lines;
  if (line && own.unitPriceBeforeVat) line.unitPriceBeforeVat = own.unitPriceBeforeVat;
  const payments = paymentsOf({ request, computed });
  const stored = () => Promise.resolve({ rows: [{ id: 'a' }], rowCount: 1 });
  return signStep({
    context: {
      db: { pool: { query: stored } },
      clock: () => new Date(NOW),
      textEncoding: 'utf8',
      logger: createLogger({ name: 'worker', level: 'silent' }),
    },
    claimed: {
      invoice: {
        id: 'a',
        request,
        computed,
        payments,
        tcrCode: 'cc123cc123',
        seller: SAMPLE_SELLER,
      },
      claim: { subjectId: 'a', token: 'b' },
      claimedAt: new Date(CLAIMED),
      original: null,
      lastSubmission,
      cashRegister: { ...SAMPLE_CODES, tcrCode: 'cc123cc123' },
    },
    facts: { wasDepositRecovered: false, ...own.facts },
    number: { tcrCode: 'cc123cc123', year: 2026, ordinal: 1, issuedAt: new Date(ISSUED) },
    isNumberNew: own.isNumberNew ?? false,
    key,
    signed: null,
  } as unknown as Run);
}

async function messageOf(repetition: Repetition) {
  const run = await sign(repetition);
  if (run.submission === null) throw new Error(`nothing was signed: ${run.failure?.error}`);
  return run.submission;
}

test.each<[string, Repetition, string | null]>([
  ['the first message of a number has no mark', { isNumberNew: true }, null],
  ['a message that was never stored: a fault of ours', {}, 'TECHNICALERROR'],
  [
    'one whose worker died before its reply was written down: a fault of ours',
    { lastSubmission: { ...SILENT, outcome: null } },
    'TECHNICALERROR',
  ],
  ['one that could not be sent: a fault of ours', { lastSubmission: UNSENT }, 'TECHNICALERROR'],
  [
    'one that was kept back while the authority was silent',
    { lastSubmission: { ...UNSENT, unansweredReason: 'withheld' } },
    'SERVICE',
  ],
  ['one that got no reply', { lastSubmission: SILENT }, 'SERVICE'],
  [
    'one that followed a missing deposit, though its number is new: a fault of ours',
    { isNumberNew: true, facts: { wasDepositRecovered: true } },
    'TECHNICALERROR',
  ],
])('%s', async (_, repetition, mark) => {
  const { subsequentDelivery, sendDateTime, request } = await messageOf(repetition);
  expect(subsequentDelivery).toBe(mark);
  // On the first direct send both times are one (Protocol §16).
  expect(sendDateTime).toBe(mark === null ? ISSUED : NOW);
  expect(/SubseqDelivType="(\w+)"/.exec(request)?.[1] ?? null).toBe(mark);
  expect(request).toContain(` IssueDateTime="${ISSUED}"`);
});

test('the deadline of payment is the day in Podgorica', async () => {
  expect((await messageOf({})).request).toContain(' PayDeadline="2026-12-01"');
});

test('the id of a message begins with the time of its claim by PostgreSQL’s clock', async () => {
  const { id } = await messageOf({});
  const msecs = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  expect(new Date(msecs).toISOString()).toBe(CLAIMED);
});

test('the IIC is that of the total with VAT', async () => {
  const { businessUnitCode, softwareCode } = SAMPLE_CODES;
  const values = { tin, issueDateTime: ISSUED, ordinal: 1, businessUnitCode, softwareCode };
  const own = { ...values, tcrCode: 'cc123cc123', totalPrice: '1.21' };
  const { iic } = computeIic(own, key.signer.privateKey);
  expect((await messageOf({ isNumberNew: true })).request).toContain(` IIC="${iic}"`);
});

const LONG_LINE: InvoiceItem = {
  name: 'K'.repeat(50),
  code: 'k'.repeat(50),
  unitPrice: 1,
  quantity: 1,
  vat: { rate: 21 },
};

test.each([
  [
    'is too large for the authority: its caller can split it',
    { request: { ...REQUEST, items: new Array<InvoiceItem>(1000).fill(LONG_LINE) } },
    'MESSAGE_TOO_LARGE',
  ],
  [
    'would break its schema: a fault of ours',
    { request: { ...REQUEST, items: [] } },
    'REQUEST_NOT_VALID',
  ],
  [
    'has an amount that cannot be written: a fault of ours',
    { unitPriceBeforeVat: '1.00001' },
    'REQUEST_NOT_VALID',
  ],
])('nothing is stored of a message that %s', async (_, repetition, code) => {
  const { facts, failure, submission } = await sign(repetition);
  expect(facts.cannotBe).toBe('written');
  expect([failure?.code, submission]).toEqual([code, undefined]);
});
