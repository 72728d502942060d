// For every invariant: evidence that breaks it is found, and sound evidence breaks none.

import { describe, expect, test } from '@jest/globals';
import type { Evidence } from './evidence.ts';
import { brokenIn, INVARIANTS, judge } from './invariants.ts';

const AT = (second: number) => `2026-11-21T12:00:${String(second).padStart(2, '0')}.000Z`;
const DAY = '2026-11-21';
const TCR = 'ab123cd456';

/** One cash sale as it should be, in everything that the evidence says of it. */
function saleOf(index: number) {
  const [invoiceId, note] = [`invoice-${index}`, `N-${index}`];
  const requestUuid = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const registered = {
    iic: String(index).padStart(32, 'A'),
    fic: `fic-${index}`,
    tcrCode: TCR,
    ordinal: index,
    invoiceNumber: `xx123yy456/${index}/2026/${TCR}`,
    issueDateTime: `${DAY}T13:00:00+01:00`,
  };
  const { iic, fic } = registered;
  const row: Evidence['invoices'][number] = {
    ...registered,
    id: invoiceId,
    note,
    status: 'Fiscalized',
    failure: null,
    year: 2026,
    registerId: 'register-1',
    offlineSince: null,
    deliverBefore: null,
  };
  const submission = { requestUuid, invoiceId, iic, outcome: 'registered', efiCode: null } as const;
  const message = {
    sequence: index + 1,
    receivedAt: AT(index),
    kind: 'invoice',
    requestUuid,
    iic,
    outcome: 'accepted',
    code: null,
    behaviour: null,
  } as Evidence['messages'][number];
  const effect = {
    ...registered,
    sequence: index + 1,
    year: '2026',
    day: DAY,
    typeOfInv: 'CASH',
  } as Evidence['effects'][number];
  const order = { note, ids: new Set([invoiceId]), lost: 0, issued: registered, surprises: [] };
  return { row, submission, message, effect, order, document: { invoiceId, fic } };
}

/** Three sales of one register, one of them delivered later. */
function soundEvidence(): Evidence {
  const sales = [1, 2, 3].map(saleOf);
  const invoices = sales.map(({ row }) => row);
  Object.assign(invoices[2]!, { offlineSince: AT(3), deliverBefore: AT(50) });
  const deposit = { sequence: 1, tcrCode: TCR, operation: 'INITIAL', day: DAY };
  const content = { tcrCode: TCR, cashAmt: '5.00', changeDateTime: `${DAY}T14:00:00+01:00` };
  const takenMessage = { ...content, kind: 'cash-deposit', operation: 'WITHDRAW', sequence: 9 };
  const taken = { ...content, operation: 'WITHDRAW', day: DAY, amount: '5.00', fcdc: 'fcdc-1' };
  const withdrawal = {
    id: 'withdrawal-1',
    note: 'N-1',
    tcrCode: TCR,
    cashAmt: '5.00',
    status: 'registered',
    fcdc: 'fcdc-1',
    changedAt: `${DAY}T14:00:00`,
    isOfItsTime: true,
  };
  const sums = { initial: '2.00', banknotes: '9.00', withdrawn: '5.00', inDrawer: '6.00' };
  const drawer = {
    authority: { tcrCode: TCR, day: DAY, ...sums },
    drawer: { initial: 2, banknotes: 9, withdrawn: 5, inDrawer: 6 },
  } as Evidence['drawers'][number];
  return {
    invoices,
    work: [],
    resendsWithoutCheck: [],
    disturbances: [],
    deaths: [],
    submissions: sales.map(({ submission }) => submission),
    messages: [
      ...sales.map(({ message }) => message),
      takenMessage as Evidence['messages'][number],
    ],
    effects: sales.map(({ effect }) => effect),
    documents: sales.map(({ document }) => document),
    history: sales.map(({ order }) => order),
    deposits: [deposit, taken] as Evidence['deposits'],
    withdrawals: [withdrawal],
    withdrawalHistory: [
      { note: 'N-1', ids: new Set(['withdrawal-1']), lost: 0, issued: null, surprises: [] },
    ],
    drawers: [drawer],
    sample: [{ id: 'invoice-1', record: saleOf(1).row, pdfBytes: 20_000 }],
  };
}

type Damage = (evidence: Evidence) => unknown;

/** What breaks an invariant, by its name; whatever else it breaks does not matter. */
const DAMAGE: Record<string, Damage | Damage[]> = {
  'every accepted request is accounted for': [
    // A sale that was returned and has no row, a row without an order, and another IIC than issued.
    ({ invoices }) => invoices.splice(1, 1),
    ({ invoices }) => invoices.push({ ...saleOf(4).row, note: 'other' }),
    ({ invoices }) => (invoices[0]!.iic = 'another'),
    ({ history }) => history[0]!.ids.add('invoice-2'),
  ],
  'a lost response leads to no second invoice': ({ invoices }) =>
    invoices.push({ ...saleOf(4).row, note: 'N-1' }),
  'no client got a response that a good client should not get': ({ history }) =>
    history[0]!.surprises.push('500'),
  'one effect per invoice in the ledger': [
    ({ effects }) => effects.push(saleOf(1).effect),
    ({ effects }) => effects.push(saleOf(4).effect),
  ],
  'the ledger and the rows have the same FIC, number and time': [
    ({ effects }) => effects.pop(),
    ({ invoices }) => (invoices[0]!.fic = 'another'),
    ({ invoices }) => (invoices[0]!.invoiceNumber = 'another'),
    ({ invoices }) => (invoices[0]!.issueDateTime = 'another'),
  ],
  'every message was stored before it was sent': ({ submissions }) => submissions.pop(),
  // An open message with another IIC before the last one.
  'the same IIC in every send': ({ submissions, messages }) => {
    submissions.unshift({ ...saleOf(8).submission, invoiceId: 'invoice-1' });
    messages.push({ ...saleOf(8).message, outcome: 'ignored', behaviour: 'silence' });
  },
  'the receipt check was asked before every repeated send': ({ resendsWithoutCheck }) =>
    resendsWithoutCheck.push({ iic: 'any', receivedAt: AT(9) }),
  'no ordinal gap, none assigned twice': [
    ({ invoices }) => (invoices[2]!.ordinal = 4),
    ({ invoices }) => (invoices[2]!.ordinal = 2),
    ({ effects }) => effects.pop(),
    ({ effects }) => effects.push({ ...saleOf(4).effect, ordinal: 3 }),
  ],
  'nothing Pending that is not being worked on': ({ invoices }) =>
    (invoices[0]!.status = 'Pending'),
  'every offline invoice delivered inside its time': [
    ({ invoices }) => (invoices[2]!.status = 'Offline'),
    ({ invoices }) => (invoices[2]!.deliverBefore = AT(2)),
  ],
  'Failed only where the authority refused it, without an effect': [
    ({ invoices }) => (invoices[0]!.status = 'Failed'),
    ({ invoices, effects }) => [(invoices[2]!.status = 'Failed'), effects.pop()],
  ],
  'a deposit of the day before the first cash invoice': [
    ({ deposits }) => (deposits[0]!.sequence = 3),
    ({ deposits }) => deposits.shift(),
  ],
  'a withdrawal is stored once however often it is asked for, and registered': [
    ({ withdrawals }) => withdrawals.push({ ...withdrawals[0]!, id: 'withdrawal-2' }),
    ({ withdrawals }) => (withdrawals[0]!.status = 'offline'),
    ({ withdrawals }) => (withdrawals[0]!.fcdc = 'another'),
    ({ withdrawals }) => withdrawals.pop(),
    ({ withdrawalHistory }) => withdrawalHistory.pop(),
    ({ withdrawalHistory }) => withdrawalHistory[0]!.ids.add('withdrawal-2'),
    ({ withdrawalHistory }) => withdrawalHistory[0]!.surprises.push('400'),
    ({ deposits }) => deposits.pop(),
  ],
  'one content and one time, its own, in every message of a withdrawal': [
    ({ withdrawals }) => (withdrawals[0]!.isOfItsTime = false),
    ({ messages }) => (messages.at(-1)!.cashAmt = '5.01'),
    ({ messages }) => (messages.at(-1)!.tcrCode = 'another'),
    ({ messages }) => (messages.at(-1)!.changeDateTime = AT(1)),
    ({ withdrawals }) => withdrawals.push({ ...withdrawals[0]!, cashAmt: '6.00' }),
  ],
  'the drawers are those of the authority': [
    ({ drawers }) => (drawers[0]!.drawer.initial = 3),
    ({ drawers }) => (drawers[0]!.drawer.banknotes = 8),
    ({ drawers }) => (drawers[0]!.drawer.withdrawn = 10),
    ({ drawers }) => (drawers[0]!.drawer.inDrawer = 5),
  ],
  'a PDF for each, with its FIC': [
    ({ documents }) => documents.pop(),
    ({ documents }) => documents.push(documents[0]!),
    ({ sample }) => (sample[0]!.pdfBytes = 0),
  ],
  'no work left over': ({ work }) => work.push({ kind: 'print', id: 'invoice-1' }),
  'the API shows what the rows say': ({ sample }) => (sample[0]!.record.status = 'Pending'),
  'every process came back': ({ deaths }) => deaths.push('the API'),
};

const broken = (evidence: Evidence) => brokenIn(judge(evidence)).map(([name]) => name);

describe('the search for counterexamples', () => {
  test('finds nothing where nothing is wrong', () => {
    expect(broken(soundEvidence())).toEqual([]);
  });

  test.each(Object.entries(DAMAGE))('finds whatever breaks “%s”', (invariant, damages) => {
    const missed = [damages].flat().filter((damage) => {
      const evidence = soundEvidence();
      damage(evidence);
      return !broken(evidence).includes(invariant);
    });
    expect(missed.map(String)).toEqual([]);
  });

  test('can find every invariant broken', () => {
    expect(Object.keys(DAMAGE).sort()).toEqual(Object.keys(INVARIANTS).sort());
  });

  test('excuses a repeated message only where its question may have got lost', () => {
    const resendsWithoutCheck = [{ iic: 'any', receivedAt: AT(9) }];
    const brokenDuring = (from: number, to: number) => {
      const disturbances = [{ from: Date.parse(AT(from)), to: Date.parse(AT(to)) }];
      return broken({ ...soundEvidence(), resendsWithoutCheck, disturbances }).length;
    };
    expect([brokenDuring(7, 8), brokenDuring(1, 5), brokenDuring(10, 12)]).toEqual([0, 1, 1]);
  });

  test('excuses another IIC, and a missing number, after a refusal', () => {
    const evidence = soundEvidence();
    const { submission, message } = saleOf(8);
    const refused = { outcome: 'refused', efiCode: 11 } as const;
    evidence.submissions.unshift({ ...submission, ...refused, invoiceId: 'invoice-1' });
    evidence.messages.push({ ...message, outcome: 'refused', code: 11 });
    expect(broken(evidence)).toEqual([]);
  });
});
