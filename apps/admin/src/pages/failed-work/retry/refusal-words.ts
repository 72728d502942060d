// Which text of the panel says why other documents speak against a retry.

import { formatMoney, formatNumber } from '../../../format/number.ts';
import type { Schema } from '../../../api/contract.ts';
import type { Language } from '../../../i18n/language.ts';

type Issue = Schema<'Issue'>;

/** The key below `refused`, and its values; null for what only the API's own sentence says. */
export function refusalText({ code, path, left, totals }: Issue, language: Language) {
  if (code === 'ALREADY_CANCELLED') return { key: 'cancelled', values: {} } as const;
  if (code === 'CORRECTIVE_OUTDATED' && totals !== undefined) {
    return { key: 'outdated', values: { total: formatMoney(totals.total, language) } } as const;
  }
  if (code === 'NOT_AN_ADVANCE') return { key: 'notAnAdvance', values: {} } as const;
  if (code === 'REPLACED_NOT_CANCELLED') return { key: 'notCancelled', values: {} } as const;
  if (code === 'ADVANCE_EXCEEDED' && left !== undefined) {
    return { key: 'advanceExceeded', values: { left: formatMoney(left, language) } } as const;
  }
  if (code === 'MORE_THAN_PAID' && left !== undefined) {
    return { key: 'moreOfMethod', values: { left: formatMoney(left, language) } } as const;
  }
  if (code !== 'MORE_THAN_SOLD' || left === undefined) return null;
  const line = /^items\[(\d+)\]/.exec(path)?.[1];
  return line === undefined
    ? ({ key: 'moreOfRate', values: { left: formatMoney(left, language) } } as const)
    : ({
        key: 'moreOfItem',
        values: { item: Number(line) + 1, left: formatNumber(left, language) },
      } as const);
}
