import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { advanceInvoice, RULES } from './advance-invoice.ts';
import type { InvoiceFacts, Step } from './advance-invoice.ts';
import { SALE } from './testing/sale.ts';

const PAGE = readFileSync(new URL('../../../ARCHITECTURE.md', import.meta.url), 'utf8');

/** The lines between the two marks of the name. */
function marked(name: string): string[] {
  const text = new RegExp(`<!-- ${name}: begin -->\\s*(.*?)\\s*<!-- ${name}: end -->`, 's').exec(
    PAGE,
  );
  return (text?.[1] ?? '').split('\n');
}

test('ARCHITECTURE.md shows every rule of the state machine, in the order in which they decide', () => {
  const rows = marked('steps').slice(2);
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  expect(cells).toEqual(RULES.map(({ when, then }) => ['', when, then, '']));
});

const RECORDED: Partial<Record<Step['kind'], string>> = {
  'record-fiscalized': 'Fiscalized',
  'record-offline': 'Offline',
  'record-failed': 'Failed',
};

/** Every value of every fact that decides how a run ends. */
const VALUES = {
  status: ['Pending', 'Offline'],
  wasHandedOut: [true, false],
  issuesOffline: [true, false],
  mayBeRegistered: [true, false],
  isReceiptCheckBelieved: [true, false],
  receipt: ['not-asked', 'registered', 'not-found', 'unreachable'],
  isOverdue: [true, false],
  obstacle: [null, 'certificate'],
  original: ['known', 'refused', 'unreachable'],
  deposit: ['not-needed', 'unknown', 'registered', 'refused', 'unanswered'],
  cannotBe: [null, 'numbered', 'written'],
  reply: [
    null,
    'registered',
    'refused',
    'sender-refused',
    'deposit-missing',
    'unanswered',
    'not-sent',
  ],
} satisfies { [Name in keyof InvoiceFacts]?: InvoiceFacts[Name][] };

function everyFacts(): InvoiceFacts[] {
  const sent = { ...SALE, isNumbered: true, isSigned: true, message: 'sent' as const };
  return Object.entries(VALUES).reduce<InvoiceFacts[]>(
    (all, [name, values]) =>
      all.flatMap((facts) => values.map((value) => ({ ...facts, [name]: value }))),
    [sent],
  );
}

test('ARCHITECTURE.md draws the states that the rules lead to, and no others', () => {
  const drawn = marked('states').flatMap(
    (line) => /(\w+) --> (\w+):/.exec(line)?.slice(1, 3).join(' → ') ?? [],
  );
  const reached = everyFacts().flatMap((facts) => {
    const outcome = RECORDED[advanceInvoice(facts).kind];
    return outcome === undefined || outcome === facts.status ? [] : `${facts.status} → ${outcome}`;
  });
  // What a call of fiscalize does stands in request_fiscalization, and in the contract suite.
  const requested = ['Draft → Pending', 'Failed → Pending'];
  expect(drawn.sort()).toEqual([...new Set([...reached, ...requested])].sort());
});
