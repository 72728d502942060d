// The cash in each drawer by what is registered. Protocol §4, FS 5.3: INITIAL + BANKNOTE −
// withdrawals, by TCR and calendar day. What is registered twice counts twice.

import { parseAmount, sumOf, toNumber } from '../message/decimal.ts';
import type { RegisteredDeposit, RegisteredInvoice } from './events.ts';

/** The drawers of these deposits and invoices; amounts in euros with two decimals. */
export function drawersOf(
  deposits: readonly RegisteredDeposit[],
  invoices: readonly RegisteredInvoice[],
) {
  const ofDay = (each: { tcrCode: string; day: string }) => `${each.tcrCode}|${each.day}`;
  const depositsByDay = Map.groupBy(deposits, ofDay);
  const invoicesByDay = Map.groupBy(invoices, ofDay);
  const days = new Set([...depositsByDay.keys(), ...invoicesByDay.keys()]);
  return [...days].map((key) => {
    const [tcrCode = '', day = ''] = key.split('|');
    const { INITIAL = [], WITHDRAW = [] } = Object.groupBy(
      depositsByDay.get(key) ?? [],
      ({ operation }) => operation,
    );
    const initial = parseAmount(INITIAL.at(-1)?.amount ?? '0');
    const banknotes = sumOf(invoicesByDay.get(key) ?? [], (each) => parseAmount(each.banknotes));
    const withdrawn = sumOf(WITHDRAW, ({ amount }) => parseAmount(amount));
    const euros = (amount: bigint) => toNumber(amount).toFixed(2);
    return {
      tcrCode,
      day,
      initial: euros(initial),
      banknotes: euros(banknotes),
      withdrawn: euros(withdrawn),
      inDrawer: euros(initial + banknotes - withdrawn),
    };
  });
}
