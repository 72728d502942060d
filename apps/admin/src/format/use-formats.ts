import { useMemo } from 'react';
import { useLanguage } from '../i18n/i18n.ts';
import { formatMoney, formatNumber, formatUnitPrice, SEPARATORS } from './number.ts';
import { formatDate, formatDateTime, formatRelative, formatTime } from './time.ts';

/** How to write instants and numbers in the language on the screen. */
export function useFormats() {
  const language = useLanguage();
  return useMemo(
    () => ({
      date: (value: Date | string) => formatDate(value, language),
      dateTime: (value: Date | string) => formatDateTime(value, language),
      time: (value: Date | string) => formatTime(value, language),
      relative: (value: Date | string, now: Date = new Date()) =>
        formatRelative(value, now, language),
      money: (amount: number | string) => formatMoney(amount, language),
      number: (value: number | string) => formatNumber(value, language),
      unitPrice: (amount: number | string) => formatUnitPrice(amount, language),
      separators: SEPARATORS[language],
    }),
    [language],
  );
}
