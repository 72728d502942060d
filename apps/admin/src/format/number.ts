// Numbers as the reader's language writes them: 1.234,50 in Montenegrin, as on the printed invoice,
// and 1,234.50 in English.

import type { Language } from '../i18n/language.ts';
import { localeOf } from '../i18n/language.ts';

/** As many decimals as an invoice may have: no digit that was issued is left out. */
const DECIMALS = 4;

function formattersOf(language: Language) {
  const formatter = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(localeOf(language), options);
  const currency = { style: 'currency', currency: 'EUR' } as const;
  return {
    money: formatter(currency),
    unitPrice: formatter({ ...currency, maximumFractionDigits: DECIMALS }),
    plain: formatter({ maximumFractionDigits: DECIMALS }),
  };
}

const formatters = { me: formattersOf('me'), en: formattersOf('en') };

/** `1.234,56 €`, `€1,234.56`: what is paid has cents. */
export function formatMoney(amount: number | string, language: Language): string {
  return formatters[language].money.format(Number(amount));
}

/** The price of one unit: `1,2345 €` where it has more decimals. */
export function formatUnitPrice(amount: number | string, language: Language): string {
  return formatters[language].unitPrice.format(Number(amount));
}

/** `1.234,5`, `1,234.5`: at most four decimals. */
export function formatNumber(value: number | string, language: Language): string {
  return formatters[language].plain.format(Number(value));
}

/** What fields for numbers show between thousands and before decimals. */
export const SEPARATORS = {
  me: { decimalSeparator: ',', thousandSeparator: '.' },
  en: { decimalSeparator: '.', thousandSeparator: ',' },
} as const;
