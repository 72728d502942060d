// Numbers as Montenegrin invoices write them, in both languages: a point between thousands, a comma
// before decimals. What is printed and what is on the screen look alike.

const locale = 'sr-Latn-ME';

/** As many decimals as an invoice may have: no digit that was issued is left out. */
const DECIMALS = 4;
const euro = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: 'EUR',
  maximumFractionDigits: DECIMALS,
});
const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: DECIMALS });

/** `1.234,56 €`; `1,2345 €` where more decimals are known. */
export function formatMoney(amount: number | string): string {
  return euro.format(Number(amount));
}

/** `1.234,5`: at most four decimals. */
export function formatNumber(value: number | string): string {
  return plain.format(Number(value));
}
