// Numbers as Montenegrin invoices write them, in both languages: a point between thousands, a comma
// before decimals. What is printed and what is on the screen look alike.

const locale = 'sr-Latn-ME';

/** As many decimals as an invoice may have: no digit that was issued is left out. */
const DECIMALS = 4;
const currency = { style: 'currency', currency: 'EUR' } as const;
const cents = new Intl.NumberFormat(locale, currency);
const exact = new Intl.NumberFormat(locale, { ...currency, maximumFractionDigits: DECIMALS });
const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: DECIMALS });

/** `1.234,56 €`: what is paid has cents. */
export function formatMoney(amount: number | string): string {
  return cents.format(Number(amount));
}

/** The price of one unit: `1,2345 €` where it has more decimals. */
export function formatUnitPrice(amount: number | string): string {
  return exact.format(Number(amount));
}

/** `1.234,5`: at most four decimals. */
export function formatNumber(value: number | string): string {
  return plain.format(Number(value));
}
