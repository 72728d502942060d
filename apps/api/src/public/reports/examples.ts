// Examples of reports in the OpenAPI document.

import type { z } from 'zod';
import type { journal, report } from './report-schemas.ts';
import { CASH_FISCALIZED } from '../invoices/examples.ts';

const { total } = CASH_FISCALIZED.totals;
const head = {
  madeAt: '2026-11-22T08:15:00+01:00',
  from: '2026-11-21',
  to: '2026-11-21',
  seller: 'Prodavnica d.o.o.',
  tin: '06674242',
  businessUnitCode: 'sh382rp151',
  tcrCode: 'ia414gd659',
  operatorCode: 'oo123oo123',
  softwareCode: 'nj528yv408',
};
const one = {
  count: 1,
  total,
  byType: [{ type: 'Invoice' as const, count: 1, total }],
  byPayment: [{ method: 'CARD' as const, count: 1, amount: total }],
  byVat: CASH_FISCALIZED.vatBreakdown.map(({ rate, exemption, base, vat }) => ({
    rate,
    exemption,
    base,
    vat,
    total: Number((base + vat).toFixed(4)),
  })),
};

/** GET /api/reports/day */
export const REPORT: z.output<typeof report> = {
  report: 'day',
  ...head,
  registered: one,
  notRegistered: { count: 0, total: 0, byType: [], byPayment: [], byVat: [] },
  turnover: one,
  failed: [],
  drawer: { initial: 50, banknotes: 0, withdrawn: 0, inDrawer: 50 },
  forDeposit: 0,
  sections: [],
};

/** GET /api/reports/journal */
export const JOURNAL: z.output<typeof journal> = {
  report: 'journal',
  ...head,
  documents: [CASH_FISCALIZED],
  subtotals: [{ date: head.from, count: 1, total }],
};
