// A month of three cash registers: everything that a report tells apart is sold around midnights
// and the changes of the clocks, by two workers. The calendar of everything, PostgreSQL's too, is
// moved from one of these times to the next. They lie in the past, so that whatever keeps the
// machine's clock takes the days for finished.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, eventually, inParallel } from '@fiscal/testbed';
import { randomFrom, type Random } from '@fiscal/testbed/random';
import { afterAll } from '@jest/globals';
import { openTills, type Till } from '../reliability/tills.ts';
import { shiftDatabaseClock } from '../service/database-clock.ts';
import { openQueries } from '../service/owner-queries.ts';
import { BUYER, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { readLedger, units, type SentDeposit, type Stored } from './ledger-oracle.ts';

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** So long before each boundary the sales begin. */
const BEFORE_MS = 3_000;
/** Processes read their offset every 50 ms; no sale is under way meanwhile. */
const CLOCKS_MOVE_MS = 400;
const CONCURRENCY = 8;
const WORKERS = ['worker', 'worker-2'] as const;
/** As far as a clock may be off. */
const SHORT_JUMP_MS = 20 * 60_000;
const REGISTERS = 3;

/** What happens at one time. */
export interface Slot {
  /** The boundary, ms since 1970. */
  at: number;
  sales: number;
  /** The authority is away from the middle on, until the next slot. */
  endsOffline?: boolean;
}

/** Midnight UTC of the last Sunday of a month that has been over for at least a day. */
function lastSunday(month: number): number {
  const sundayOf = (year: number) => {
    const last = new Date(Date.UTC(year, month + 1, 0));
    return last.getTime() - last.getUTCDay() * DAY_MS;
  };
  const year = new Date().getUTCFullYear();
  const hasPassed = Date.now() > Date.UTC(year, month + 1, 3);
  return sundayOf(hasPassed ? year : year - 1);
}

/** Both midnights of a day with 23 or 25 hours, and what is between; change is at 01:00 UTC. */
export function slotsOfChange(clocks: 'forward' | 'back', sales: number): Slot[] {
  const sunday = lastSunday(clocks === 'forward' ? 2 : 9);
  const [before, after] = clocks === 'forward' ? [1, 2] : [2, 1];
  return [
    { at: sunday - before * HOUR_MS, sales, endsOffline: true },
    { at: sunday + HOUR_MS, sales },
    { at: sunday + DAY_MS - after * HOUR_MS, sales },
  ];
}

/** Every midnight of the month in which the clocks go back, and the change. */
export function slotsOfMonth(sales: number): Slot[] {
  const sunday = lastSunday(9);
  const first = new Date(sunday).setUTCDate(1);
  const midnights = Array.from({ length: 32 }, (_, index): Slot => {
    const day = first + index * DAY_MS;
    const at = day - (day > sunday ? 1 : 2) * HOUR_MS;
    return { at, sales, endsOffline: index % 3 === 1 };
  });
  return [...midnights, { at: sunday + HOUR_MS, sales }];
}

/** One after the other; at the end of the last one the authority is away. */
export function inOrder(slots: readonly Slot[]): Slot[] {
  const ordered = slots.toSorted((one, other) => one.at - other.at);
  const last = ordered.at(-1);
  return ordered.map((slot) => (slot === last ? { ...slot, endsOffline: true } : slot));
}

/** The days of slots: that before each, and its own. */
export function daysOf(slots: readonly Slot[]): string[] {
  const days = slots.flatMap(({ at }) => [dayOf(at - DAY_MS / 2), dayOf(at + HOUR_MS)]);
  return [...new Set(days)].sort();
}

/** The day in Podgorica, `2026-03-29`. */
const dayOf = (at: number) =>
  new Date(at).toLocaleDateString('sv-SE', { timeZone: 'Europe/Podgorica' });

const folder = mkdtempSync(join(tmpdir(), 'fiscal-reports-'));
const clockOffset = join(folder, 'clock-offset-ms');

/** The service with two workers, and its three cash registers, from a time on. */
export async function openMonth(start: number) {
  const database = await createTestDatabase();
  const { query, endQueries } = openQueries(database.url);
  const logins = { fiscal_api: database.apiUrl, fiscal_worker: database.workerUrl };
  const setDatabaseClock = await shiftDatabaseClock({ query, logins });
  /** Goes on from this time. */
  const setCalendar = async (at: number) => {
    const aheadMs = at - CLOCKS_MOVE_MS - Date.now();
    writeFileSync(clockOffset, String(aheadMs));
    await sleep(CLOCKS_MOVE_MS / 2);
    // What becomes due now is sent by a worker that has the authority's calendar.
    await setDatabaseClock(aheadMs);
    await sleep(CLOCKS_MOVE_MS / 2);
  };
  await setCalendar(start);
  const directory = join(folder, 'run');
  const service = await startService({
    directory,
    databaseUrl: database.url,
    logins,
    workers: WORKERS.length,
    environment: {
      // What is not delivered waits until the test asks for it.
      DELIVERY_AFTER_MS: '3600000',
      CLOCK_TOLERANCE_MS: String(SHORT_JUMP_MS + 60_000),
      EFI_ONLINE_BUDGET_MS: '3000',
      EFI_FAILURES_TO_OPEN: '100000',
      RATE_LIMIT_WRITES_PER_MINUTE: '10000000',
      RATE_LIMIT_READS_PER_MINUTE: '10000000',
    },
    environmentOf: () => ({
      NODE_OPTIONS: `--import=${new URL('../faults/shifted-date.mjs', import.meta.url).href}`,
      CLOCK_OFFSET_FILE: clockOffset,
    }),
  });
  afterAll(async () => {
    await endQueries();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const nextTill = await openTills(service, REGISTERS, { pricesIncludeVat: true });
  const tills = Array.from({ length: REGISTERS }, () => nextTill());
  const withdrawn: SentDeposit[] = [];
  return {
    service,
    tills,
    /** As the responses to their calls say. */
    withdrawn,
    setCalendar,
    /** Every document and deposit of the registers, as the messages have it. */
    ledger: async () => {
      const text = `select i.iic, s.request from submission s join invoice i on i.id = s.invoice_id
        where i.iic is not null and i.company_id = $1 order by s.created_at, s.id`;
      const stored = await service.query(text, [tills[0]!.company.id]);
      return readLedger(join(directory, 'simulator-state.jsonl'), stored as Stored[], withdrawn);
    },
  };
}

export type Month = Awaited<ReturnType<typeof openMonth>>;

/** What a register has sold, for what comes after it. */
interface Sold {
  sales: Body[];
  advances: { iic: string; cents: number }[];
}

/** Sells everything, slot by slot; what the last one leaves offline stays so. */
export async function sellMonth(month: Month, slots: readonly Slot[], seed: number) {
  const { service, tills } = month;
  const random = randomFrom(seed);
  const sold = new Map(tills.map((till): [Till, Sold] => [till, { sales: [], advances: [] }]));
  const counts: Record<string, number> = {};
  let isAway = false;
  for (const { at, sales, endsOffline = false } of slots) {
    // What a busy machine has left behind would be older than 48 hours after the next jump.
    if (!isAway) await deliverAll(month);
    isAway = endsOffline;
    await month.setCalendar(at - SHORT_JUMP_MS);
    // A worker measures the clock by the machine's uptime, and notices a longer jump.
    await Promise.all(WORKERS.map((worker) => service.stack.restart(worker)));
    await deliverAll(month);
    await month.setCalendar(at - BEFORE_MS);
    const boundary = Date.now() + BEFORE_MS;
    const sell = (count: number) =>
      inParallel(Array.from({ length: count }).keys(), CONCURRENCY, async () => {
        const till = random.pick(tills);
        const what = await sellOne(till, sold.get(till)!, random, month.withdrawn);
        counts[what] = (counts[what] ?? 0) + 1;
      });
    // The authority has one of each without its sender knowing.
    await service.script({ type: 'accept-then-drop' });
    await service.script({ type: 'accept-then-drop' }, { operation: 'WITHDRAW' });
    const half = Math.ceil(sales / 2);
    await sell(half);
    await sleep(Math.max(0, boundary - Date.now()));
    if (endsOffline) await service.holdAuthority();
    await sell(sales - half);
  }
  return counts;
}

/** What the delivery lane takes up when it is due. */
const WAITS = `status in ('pending', 'offline')`;

/** What a worker has just now is left to it: two that wait for each other's rows are a deadlock. */
const dueNow = (table: string, column: string, condition: string) =>
  `update ${table} t set ${column} = clock.now()
   from (select ctid from ${table} where ${condition} for update skip locked) free
   where t.ctid = free.ctid`;

/** The authority is back; it refuses three of what it has missed, and registers the rest. */
export async function deliverAll({ service }: Month): Promise<void> {
  const waiting = `select from invoice where status in ('Offline', 'Pending')`;
  const open = `${waiting} union all select from cash_deposit where ${WAITS}
    union all select from withdrawal where ${WAITS}`;
  if ((await service.query(waiting)).length > 0) {
    const refusal = { type: 'fault', code: 11, message: 'Refused on purpose' };
    await service.script(refusal, { kind: 'invoice', subsequentDelivery: true }, 3);
  }
  await service.releaseAuthority();
  await eventually(
    async () => {
      await service.query(dueNow('work', 'scheduled_at', `kind = 'deliver'`));
      await service.query(dueNow('cash_deposit', 'next_attempt_at', WAITS));
      await service.query(dueNow('withdrawal', 'next_attempt_at', WAITS));
      return service.query(open);
    },
    ({ length }) => length === 0,
    { everyMs: 500 },
  );
  await service.resetAuthority();
}

const RATES = [{ rate: 21 }, { rate: 7 }, { rate: 0 }];
const EXEMPT = [
  { rate: 0, exemption: 'VAT_CL26' },
  { rate: 0, exemption: 'VAT_CL17' },
];
const ABROAD = { ...BUYER, idType: 'VAT', idNumber: 'DE123456789', country: 'DEU' };

interface Item {
  unitPrice: number;
  quantity: number;
  vat: object;
}

/** Prices include VAT: the total is the sum of whole cents. */
function itemsOf(random: Random, vats: readonly object[]): Item[] {
  return Array.from({ length: 1 + random.below(3) }, (_, index) => ({
    name: `Roba ${index}`,
    unit: 'kom',
    unitPrice: (100 + random.below(20_000)) / 100,
    quantity: 1 + random.below(4),
    vat: random.pick(vats),
  }));
}

const centsOf = (items: readonly Item[]) =>
  items.reduce((cents, item) => cents + Math.round(item.unitPrice * 100) * item.quantity, 0);

function invoiceOf(items: readonly object[], change: object) {
  const paymentDeadline = '2028-12-21T00:00:00Z';
  return { type: 'Invoice', orderNumber: 0, paymentDeadline, items, ...change };
}

const CASH = { typeOfInvoice: 'Cash', paymentMethod: 'BANKNOTE' };
const NON_CASH = { typeOfInvoice: 'NonCash', paymentMethod: 'ACCOUNT', buyer: BUYER };

/** One sale, corrective or withdrawal. @returns what it was @throws Error where it is refused */
async function sellOne(
  till: Till,
  sold: Sold,
  random: Random,
  withdrawn: SentDeposit[],
): Promise<string> {
  const kind = random.below(16);
  const items = itemsOf(random, RATES);
  const cents = centsOf(items);
  const original = kind === 10 || kind === 11 ? sold.sales.pop() : undefined;
  if (original) {
    const path = `/api/invoices/${String(original.id)}`;
    const [item] = original.invoiceData.items as Body[];
    const isPart = kind === 11 && item!.quantity > 1;
    const body = isPart ? { items: [{ index: 0, quantity: 1 }] } : {};
    await accepted(till.post(`${path}/${isPart ? 'return' : 'cancel'}`, body).set(WAIT));
    return isPart ? 'return' : 'cancellation';
  }
  if (kind === 12) {
    const advance = await accepted(till.sell(invoiceOf(items, { ...NON_CASH, type: 'Advance' })));
    if (advance.status === 'Fiscalized') sold.advances.push({ iic: String(advance.iic), cents });
    return 'advance';
  }
  if (kind === 14) {
    return takeOut(till, (1 + random.below(500)) / 100, withdrawn);
  }
  const advance = kind === 13 ? sold.advances.pop() : undefined;
  if (advance) return paidByAdvance(till, advance, items);
  const sale = await accepted(saleOf(till, kind, items, random));
  if (sale.status === 'Fiscalized') sold.sales.push(sale);
  return 'sale';
}

const WAIT = { Prefer: 'wait=25' };

async function accepted(call: PromiseLike<{ status: number; body: Body; text: string }>) {
  const { status, body, text } = await call;
  if (status >= 300) throw new Error(`refused: ${status} ${text}`);
  return body;
}

async function takeOut(till: Till, cashAmount: number, withdrawn: SentDeposit[]) {
  const body = await accepted(till.post('/api/cashdeposit/withdraw', { cashAmount }));
  const { tcrCode, date: day, changedAt } = body as Record<string, string>;
  // Where it has no time yet, only its message says which it is.
  const what = { tcrCode, day, operation: 'WITHDRAW', amount: units(cashAmount) };
  if (changedAt) withdrawn.push({ ...what, changeDateTime: changedAt } as SentDeposit);
  return 'withdrawal';
}

/** A part by the advance, a cent and more by banknotes. */
async function paidByAdvance(
  till: Till,
  { iic, cents }: Sold['advances'][number],
  items: readonly Item[],
): Promise<string> {
  const total = centsOf(items);
  const part = Math.min(cents, total - 1);
  const payments = [
    { method: 'ADVANCE', amount: part / 100, advancePaymentIic: iic },
    { method: 'BANKNOTE', amount: (total - part) / 100 },
  ];
  await accepted(till.createAndPrint(invoiceOf(items, { ...CASH, payments })));
  return 'sale paid by an advance';
}

function saleOf(till: Till, kind: number, items: readonly Item[], random: Random) {
  if (kind < 4) return till.createAndPrint(invoiceOf(items, CASH));
  if (kind === 4) return till.createAndPrint(invoiceOf(items, { ...CASH, paymentMethod: 'CARD' }));
  if (kind === 5) {
    const whole = centsOf(items);
    const card = 1 + random.below(whole - 2);
    const other = 1 + random.below(whole - card - 1);
    const payments = [
      { method: 'CARD', amount: card / 100 },
      { method: 'OTHER-CASH', amount: other / 100 },
      { method: 'BANKNOTE', amount: (whole - card - other) / 100 },
    ];
    return till.createAndPrint(invoiceOf(items, { ...CASH, payments }));
  }
  if (kind === 6) {
    return till.createAndPrint(invoiceOf(itemsOf(random, [...RATES, ...EXEMPT]), CASH));
  }
  if (kind === 7) {
    const exported = itemsOf(random, EXEMPT).map((item) => ({ ...item, isExport: true }));
    return till.sell(invoiceOf(exported, { ...NON_CASH, buyer: ABROAD }));
  }
  if (kind === 8) {
    const change = { ...CASH, discountAmount: 0.37 };
    const rebated = items.map((item) => ({ ...item, rebatePercentage: 12.5 }));
    return till.createAndPrint(invoiceOf(rebated, change));
  }
  return till.sell(invoiceOf(items, NON_CASH));
}
