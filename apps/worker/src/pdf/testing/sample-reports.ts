// Reports to look at and to test with, made of the sample invoices.

import { makeReport, sentence, subtotalOf, sumDocuments } from '@fiscal/domain';
import type {
  InvoiceStatus,
  JournalEntry,
  JournalName,
  PrintedReport,
  ReportedDocument,
  SumReport,
} from '@fiscal/domain';
import type { InvoiceDocument } from '../document/document-model.ts';
import { groceries, sampleDocument, SAMPLES } from './sample-documents.ts';

const { seller, codes, operatorName } = sampleDocument([]);
const { businessUnitCode, tcrCode, operatorCode, softwareCode } = codes;
const HEAD = {
  madeAt: '2026-07-12T08:30:00+02:00',
  from: '2026-07-11',
  to: '2026-07-11',
  seller: seller.name,
  tin: seller.tin,
  businessUnitCode,
  tcrCode,
  operatorCode,
  softwareCode,
};
const HOSTILE_NAME = '</main><script>alert(1)</script>"Ж\u202Egnp';

function invoiceOf(sample: string): InvoiceDocument {
  const make = SAMPLES[sample];
  if (make === undefined) throw new Error(`There is no sample "${sample}".`);
  return make();
}

/** A sample as a report counts it. */
function counted(
  sample: string,
  status: InvoiceStatus = 'Fiscalized',
  rest: Partial<ReportedDocument> = {},
): ReportedDocument {
  const { issued, request, payments, computed } = invoiceOf(sample);
  return {
    id: '0199fd5e-0000-7000-8000-000000000001',
    status,
    type: request.type,
    tcrCode,
    codes,
    invoiceNumber: issued.invoiceNumber,
    issuedAt: issued.issueDateTime,
    iic: issued.iic,
    isHandedOut: false,
    total: computed.totals.total,
    payments,
    sameTaxGroups: computed.sameTaxGroups,
    failure: null,
    ...rest,
  };
}
/** As the worker stores it. @param efiMessage the authority's words. */
function refused(efiMessage: string) {
  const error = sentence('refusedInvoice', { efiCode: 11, efiMessage });
  return { failure: { code: 'EFI_REFUSED', error } };
}
const OPERATOR_UNKNOWN = refused('Kod operatera nije aktivan');
const CASH = counted('cash');
const OF_A_DAY = Array.from({ length: 2_000 }, () => CASH).concat(
  ['several-payments', 'exempt', 'advance', 'cancellation'].map((name) => counted(name)),
  counted('offline', 'Offline'),
  counted('cash', 'Failed', OPERATOR_UNKNOWN),
);

function sums(
  report: SumReport,
  documents: readonly ReportedDocument[],
  head: Partial<typeof HEAD> = {},
) {
  const drawer = [{ tcrCode, initial: '100.00', withdrawn: '15000.00' }];
  const cash = report === 'period' ? null : drawer;
  return makeReport({ ...HEAD, report, ...head }, sumDocuments(documents), cash);
}

/** A sample as a journal lists it. */
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
    type: request.type,
    corrects: original?.iic ?? null,
    payments,
    computed,
    ...rest,
  };
}
const offline = (rest?: Partial<JournalEntry>) => entryOf(invoiceOf('offline'), rest);
const entriesOf = (...samples: string[]) => samples.map((name) => entryOf(invoiceOf(name)));

function journal(report: JournalName, documents: JournalEntry[]): PrintedReport['report'] {
  const days = report === 'journal' ? [] : [...Map.groupBy(documents, ({ date }) => date)];
  const subtotals = days.map(([date, ofDay]) => {
    const totals = ofDay.map(({ failure, computed }) => {
      const status = failure === null ? ('Fiscalized' as const) : ('Failed' as const);
      return { status, total: computed.totals.total };
    });
    return subtotalOf(date, totals);
  });
  return { ...HEAD, to: documents.at(-1)?.date ?? HEAD.to, report, documents, subtotals };
}

/** A report as it is printed; everything can be replaced. */
function printed(
  report: PrintedReport['report'],
  rest: Partial<PrintedReport> = {},
): PrintedReport {
  return { paper: 'a4', environment: 'live', seller, operatorName, report, ...rest };
}

/** A journal of so many documents, each with so many items. */
export function longJournal(documents: number, items: number): PrintedReport {
  const entry = entryOf(sampleDocument(groceries(items)));
  const entries = Array.from({ length: documents }, (_, index) => {
    return { ...entry, invoiceNumber: `no/${index + 1}/2026/x` };
  });
  return printed(journal('journal', entries));
}

/** By name; each of the six among them. */
export const REPORT_SAMPLES: Readonly<Record<string, () => PrintedReport>> = {
  state: () => printed(sums('state', OF_A_DAY, { madeAt: '2026-07-11T17:00:00+02:00' })),
  day: () => printed(sums('day', OF_A_DAY), { environment: 'test' }),
  period: () => {
    const earlier = counted('cash', 'Fiscalized', { tcrCode: 'aa111aa111' });
    return printed(sums('period', [earlier, ...OF_A_DAY], { from: '2026-01-01' }));
  },
  journal: () => {
    const samples = ['cash', 'several-payments', 'exempt', 'advance', 'outside-vat'];
    return printed(journal('journal', entriesOf(...samples)));
  },
  'offline-journal': () => {
    const next = { date: '2026-07-12', issueDateTime: '2026-07-12T00:00:00+02:00' };
    return printed(
      journal('offline-journal', [
        offline(),
        offline(OPERATOR_UNKNOWN),
        offline(next),
        offline({ ...next, invoiceNumber: null, issueDateTime: null, iic: null }),
      ]),
    );
  },
  'corrective-journal': () => printed(journal('corrective-journal', entriesOf('cancellation'))),
  empty: () => printed(sums('day', [])),
  'empty-journal': () => printed(journal('journal', [])),
  hostile: () =>
    printed(sums('day', [counted('cash', 'Failed', refused(HOSTILE_NAME))]), {
      operatorName: HOSTILE_NAME,
      seller: { ...seller, name: HOSTILE_NAME },
    }),
  'hostile-journal': () => printed(journal('journal', entriesOf('hostile'))),
};
