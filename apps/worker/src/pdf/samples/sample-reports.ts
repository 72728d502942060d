// Reports to look at and to test with. Invented companies and codes.

import { sentence } from '@fiscal/domain';
import type {
  DocumentSums,
  InvoiceRequest,
  JournalEntry,
  PrintedReport,
  ReportSums,
} from '@fiscal/domain';
import type { InvoiceDocument } from '../document/document-model.ts';
import { groceries, sampleDocument, SAMPLES } from './sample-documents.ts';

const NOTHING: DocumentSums = { count: 0, total: '0.00', byType: [], byPayment: [], byVat: [] };
const REGISTERED: DocumentSums = {
  count: 2012,
  total: '48211.37',
  byType: [
    { type: 'Invoice', count: 1_998, total: '47993.12' },
    { type: 'Corrective', count: 11, total: '-131.75' },
    { type: 'Advance', count: 3, total: '350.00' },
  ],
  byPayment: [
    { method: 'BANKNOTE', count: 1_204, amount: '20118.40' },
    { method: 'CARD', count: 799, amount: '27000.97' },
    { method: 'ACCOUNT', count: 9, amount: '1092.00' },
  ],
  byVat: [
    { rate: '21.00', exemption: null, base: '31304.1322', vat: '6573.8678', total: '37878.0000' },
    { rate: '7.00', exemption: null, base: '9563.8972', vat: '669.4728', total: '10233.3700' },
    { rate: '0.00', exemption: 'VAT_CL26', base: '100.0000', vat: '0.0000', total: '100.0000' },
  ],
};
const OFFLINE: DocumentSums = {
  count: 1,
  total: '12.10',
  byType: [{ type: 'Invoice', count: 1, total: '12.10' }],
  byPayment: [{ method: 'BANKNOTE', count: 1, amount: '12.10' }],
  byVat: [{ rate: '21.00', exemption: null, base: '10.0000', vat: '2.1000', total: '12.1000' }],
};
const TURNOVER: DocumentSums = {
  ...REGISTERED,
  count: 2_013,
  total: '48223.47',
  byPayment: [{ method: 'BANKNOTE', count: 1_205, amount: '20130.50' }],
};
/** As the worker stores it. @param efiMessage the authority's words. */
const refused = (efiMessage: string) => sentence('refusedInvoice', { efiCode: 11, efiMessage });
const OPERATOR_UNKNOWN = refused('Kod operatera nije aktivan');
const SUMS: ReportSums = {
  registered: REGISTERED,
  notRegistered: OFFLINE,
  turnover: TURNOVER,
  failed: [
    {
      id: '0199fd5e-0000-7000-8000-000000000001',
      invoiceNumber: 'sc782yk198/27590/2026/pe967bd413',
      issuedAt: '2026-07-11T16:02:59+02:00',
      total: '7.26',
      iic: '0D7C3EE1EEBAB4A08F4D5003FAE35E7B',
      code: 'EFI_REFUSED',
      reason: OPERATOR_UNKNOWN,
    },
  ],
  drawer: { initial: '100.00', banknotes: '20130.50', withdrawn: '15000.00', inDrawer: '5230.50' },
  forDeposit: '20130.50',
};
const EMPTY: ReportSums = {
  registered: NOTHING,
  notRegistered: NOTHING,
  turnover: NOTHING,
  failed: [],
  drawer: null,
  forDeposit: '0.00',
};
const HEAD = {
  madeAt: '2026-07-12T08:30:00+02:00',
  from: '2026-07-11',
  to: '2026-07-11',
  seller: 'Blue Marlin d.o.o.',
  tin: '03257746',
  businessUnitCode: 'sc782yk198',
  tcrCode: 'pe967bd413',
  operatorCode: 'ql047tb248',
  softwareCode: 'qo391jt923',
};

function invoiceOf(sample: string): InvoiceDocument {
  const make = SAMPLES[sample];
  if (make === undefined) throw new Error(`There is no sample "${sample}".`);
  return make();
}

/** A document of a journal, of what an invoice says. */
function entryOf(
  { request, issued, payments, computed, original, fic }: InvoiceDocument,
  rest: Partial<JournalEntry> = {},
): JournalEntry {
  const { ordinal, invoiceNumber, issueDateTime, iic } = issued;
  return {
    date: issueDateTime.slice(0, 10),
    ordinal,
    invoiceNumber,
    issueDateTime,
    iic,
    fic,
    failure: null,
    request: {
      ...(request as InvoiceRequest),
      original: original && { id: original.iic, issuedAt: original.issuedAt },
    },
    computed: { ...computed, payments },
    ...rest,
  };
}

/** A report as it is printed; everything can be replaced. */
function sampleReport(report: object, rest: Partial<PrintedReport> = {}): PrintedReport {
  const { seller } = sampleDocument([]);
  return {
    paper: 'a4',
    environment: 'live',
    seller,
    operatorName: 'Milica Šćekić',
    report: { ...HEAD, ...report } as PrintedReport['report'],
    ...rest,
  };
}

/** A journal of so many documents, each with so many items. */
export function longJournal(documents: number, items: number): PrintedReport {
  const { issued, ...document } = sampleDocument(groceries(items));
  return sampleReport({
    report: 'journal',
    documents: Array.from({ length: documents }, (_, index) =>
      entryOf({ ...document, issued: { ...issued, invoiceNumber: `no/${index + 1}/2026/x` } }),
    ),
    subtotals: [],
  });
}

const offline = (rest?: Partial<JournalEntry>) => entryOf(invoiceOf('offline'), rest);
const HOSTILE_NAME = '</main><script>alert(1)</script>"Ж\u202Egnp';

/** By name; each of the six among them. */
export const REPORT_SAMPLES: Readonly<Record<string, () => PrintedReport>> = {
  state: () =>
    sampleReport({ ...SUMS, report: 'state', sections: [], madeAt: '2026-07-11T17:00:00+02:00' }),
  day: () => sampleReport({ ...SUMS, report: 'day', sections: [] }, { environment: 'test' }),
  period: () =>
    sampleReport({
      ...SUMS,
      report: 'period',
      from: '2026-01-01',
      drawer: null,
      sections: [
        {
          ...EMPTY,
          businessUnitCode: 'sc782yk198',
          tcrCode: 'aa111aa111',
          softwareCode: 'qo391jt923',
        },
      ],
    }),
  journal: () =>
    sampleReport({
      report: 'journal',
      documents: ['cash', 'several-payments', 'exempt', 'advance', 'outside-vat'].map((name) =>
        entryOf(invoiceOf(name)),
      ),
      subtotals: [],
    }),
  'offline-journal': () =>
    sampleReport({
      report: 'offline-journal',
      to: '2026-07-12',
      documents: [
        offline(),
        offline({ failure: { code: 'EFI_REFUSED', error: OPERATOR_UNKNOWN } }),
        offline({ date: '2026-07-12', issueDateTime: '2026-07-12T00:00:00+02:00' }),
        offline({ invoiceNumber: null, issueDateTime: null, iic: null, date: '2026-07-12' }),
      ],
      subtotals: [
        { date: '2026-07-11', count: 1, total: '29.20' },
        { date: '2026-07-12', count: 1, total: '29.20' },
      ],
    }),
  'corrective-journal': () =>
    sampleReport({
      report: 'corrective-journal',
      documents: [entryOf(invoiceOf('cancellation'))],
      subtotals: [{ date: '2026-07-11', count: 1, total: '-45.50' }],
    }),
  empty: () => sampleReport({ ...EMPTY, report: 'day', sections: [] }),
  'empty-journal': () => sampleReport({ report: 'journal', documents: [], subtotals: [] }),
  hostile: () =>
    sampleReport(
      {
        ...SUMS,
        report: 'day',
        sections: [],
        failed: [{ ...SUMS.failed[0], reason: refused(HOSTILE_NAME) }],
      },
      { operatorName: HOSTILE_NAME, seller: { ...sampleDocument([]).seller, name: HOSTILE_NAME } },
    ),
  'hostile-journal': () =>
    sampleReport({ report: 'journal', documents: [entryOf(invoiceOf('hostile'))], subtotals: [] }),
};
