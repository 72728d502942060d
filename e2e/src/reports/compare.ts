// Every report of every register beside what the messages add up to.

import { expect } from '@jest/globals';
import {
  documentsIn,
  expectedJournal,
  expectedSums,
  JOURNAL_NAMES,
  type SentLedger,
} from './ledger-oracle.ts';
import { daysOf, deliverAll, sellMonth, type Month, type Slot } from './month.ts';
import { readJournal, readSums } from './read-reports.ts';
import type { Till } from '../reliability/tills.ts';

/** @param days all that documents were issued on, and some that none were, in order. */
async function compareReports({ tills, ledger: read }: Month, days: readonly string[]) {
  const ledger = await read();
  const ranges = days.map((from, index) => [from, days[index + 1] ?? from] as const);
  const whole = [days[0]!, days.at(-1)!] as const;
  for (const till of tills) {
    for (const date of days) {
      const seen = await readSums(till, 'day', { date });
      const sums = expectedSums(ledger, till.tcrCode, date, date);
      expect({ date, ...seen }).toEqual({ date, head: headOf(till, 'day', date, date), sums });
    }
    for (const [from, to] of [whole, ...ranges]) {
      const seen = await readSums(till, 'period', { from, to });
      const sums = { ...expectedSums(ledger, till.tcrCode, from, to), drawer: null };
      expect({ from, ...seen }).toEqual({ from, head: headOf(till, 'period', from, to), sums });
      for (const name of JOURNAL_NAMES) {
        const journal = await readJournal(till, name, { from, to });
        const expected = expectedJournal(ledger, name, till.tcrCode, from, to);
        expect({ name, from, ...journal }).toEqual({ name, from, ...expected });
      }
    }
  }
  return ledger;
}

function headOf({ tcrCode, company }: Till, report: string, from: string, to: string) {
  const register = company.cashRegisters.find((each) => each.tcrCode === tcrCode)!;
  const { businessUnitCode, operatorCode, softwareCode } = register;
  const codes = { businessUnitCode, tcrCode, operatorCode, softwareCode, sections: [] };
  const { name: seller, tin } = company;
  return expect.objectContaining({ report, from, to, seller, tin, ...codes });
}

/** What is said of today until now. */
async function compareStates({ tills, ledger }: Month) {
  const expected = await ledger();
  for (const till of tills) {
    const { head, sums } = await readSums(till, 'state', {});
    const [from, to] = [String(head.from), String(head.to)];
    expect({ from, sums }).toEqual({
      from: to,
      sums: expectedSums(expected, till.tcrCode, from, to),
    });
    expect(documentsIn(expected, till.tcrCode, from, to)).not.toEqual([]);
  }
}

type Sums = Awaited<ReturnType<typeof readSums>>['sums'];
type Table = Sums['turnover'];

/** By what each is of. */
function cellsOf({ count, total, ...lists }: Table): Map<string, bigint> {
  const cells = new Map([
    ['count', BigInt(count)],
    ['total', BigInt(total)],
  ]);
  for (const [list, rows] of Object.entries(lists)) {
    for (const { key, ...row } of rows) {
      for (const [name, value] of Object.entries(row)) {
        cells.set(`${list} ${key} ${name}`, BigInt(value));
      }
    }
  }
  return cells;
}

const sumOf = (values: readonly (string | number | undefined)[]) =>
  values.reduce<bigint>((sum, value) => sum + BigInt(value ?? 0), 0n);

/** What does not add up within one report. */
function problemsOf({ registered, notRegistered, turnover }: Sums): string[] {
  const added = new Map<string, bigint>();
  for (const [name, value] of [registered, notRegistered].flatMap((part) => [...cellsOf(part)])) {
    added.set(name, (added.get(name) ?? 0n) + value);
  }
  const whole = cellsOf(turnover);
  const names = new Set([...added.keys(), ...whole.keys()]);
  const wrong = [...names].filter((name) => added.get(name) !== whole.get(name));
  for (const { total, byType, byPayment } of [registered, notRegistered, turnover]) {
    const sums = [byType.map((row) => row.total), byPayment.map(({ amount }) => amount)];
    for (const each of sums)
      if (sumOf(each) !== BigInt(total)) wrong.push(`${each.join(' + ')} is not ${total}`);
  }
  return wrong;
}

/** Reads the period of one register after the other while something happens. */
async function watchParts<T>(
  { tills }: Month,
  range: { from: string; to: string },
  during: () => Promise<T>,
) {
  const problems: string[] = [];
  let isOver = false;
  let reports = 0;
  const watch = async () => {
    for (; !isOver; reports += 1) {
      const { sums } = await readSums(tills[reports % tills.length]!, 'period', range);
      problems.push(...problemsOf(sums));
    }
  };
  const [result] = await Promise.all([during().finally(() => (isOver = true)), watch()]);
  return { result, problems, reports };
}

/**
 * Sells everything while reports are read, and compares all of them twice: with the authority away,
 * and when it has what it had missed. @returns how much was sold of each kind, and the ledger.
 */
export async function proveReports(month: Month, slots: readonly Slot[], seed: number) {
  const days = daysOf(slots);
  const range = { from: days[0]!, to: days.at(-1)! };
  const sell = () => sellMonth(month, slots, seed);
  const { result: counts, problems, reports } = await watchParts(month, range, sell);
  expect({ problems, seed }).toEqual({ problems: [], seed });
  expect(reports).toBeGreaterThan(slots.length);
  await compareStates(month);
  const before = await compareReports(month, days.slice(0, -1));
  await deliverAll(month);
  await month.setCalendar(Date.now());
  const after = await compareReports(month, days);
  return { counts, before: statesOf(before), after: statesOf(after), ledger: after };
}

function statesOf({ documents }: SentLedger) {
  const of = (state: string) => documents.filter((each) => each.state === state).length;
  const unreplied = documents.filter(({ isUnreplied }) => isUnreplied).length;
  return { registered: of('registered'), open: of('open'), failed: of('failed'), unreplied };
}
