// The mark of a message says why it comes late, and whose fault that is. Decisions §6.

import { computeInvoice } from '@fiscal/domain';
import type { InvoiceFacts, InvoiceRequest } from '@fiscal/domain';
import type { ClaimedInvoice } from '@fiscal/db/fiscalization';
import { createSigner } from '@fiscal/efi';
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
  ...{ type: 'Invoice', orderNumber: 0, typeOfInvoice: 'NonCash', paymentMethod: 'ACCOUNT' },
  paymentDeadline: '2026-11-30T23:30:00Z',
  items: [{ name: 'Kafa', unitPrice: 1, quantity: 1, vat: { rate: 21 } }],
};

type LastSubmission = NonNullable<ClaimedInvoice['lastSubmission']>;

/** By PostgreSQL's clock, of which this machine's is hours off. */
const CLAIMED = '2026-11-21T03:00:00.123Z';
const SILENT: LastSubmission = {
  ...{ id: 'a', outcome: 'unanswered', wasSent: true, unansweredReason: 'timeout', openForMs: 1 },
};
const UNSENT: LastSubmission = { ...SILENT, wasSent: false, openForMs: null };

interface Repetition {
  lastSubmission?: LastSubmission | null;
  facts?: Partial<InvoiceFacts>;
  isNumberNew?: boolean;
  claimed?: Partial<ClaimedInvoice>;
}

/** The message of a numbered invoice whose rows are stored. */
async function messageOf({ lastSubmission = null, ...own }: Repetition) {
  const computed = computeInvoice(REQUEST, { isInVat: true, pricesIncludeVat: false });
  const stored = () => Promise.resolve({ rows: [{ id: 'a' }] });
  const run = await signStep({
    context: {
      ...{ db: { pool: { query: stored } }, clock: () => new Date(NOW), textEncoding: 'utf8' },
    },
    claimed: {
      invoice: { id: 'a', request: REQUEST, computed },
      claim: { subjectId: 'a', token: 'b' },
      claimedAt: new Date(CLAIMED),
      ...{ seller: SAMPLE_SELLER, original: null, lastSubmission },
      cashRegister: { ...SAMPLE_CODES, tcrCode: 'cc123cc123' },
      ...own.claimed,
    },
    facts: { wasDepositRecovered: false, ...own.facts },
    number: { tcrCode: 'cc123cc123', year: 2026, ordinal: 1, issuedAt: new Date(ISSUED) },
    ...{ isNumberNew: own.isNumberNew ?? false, key, signed: null },
  } as unknown as Run);
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
