// Reports as tables of CSV and Excel: everything that their JSON says.

import type { FoundRecord } from '@fiscal/db/report';
import { decimal, IN_DRAWER, paymentsOf, REPORT_WORDS, toShortestText } from '@fiscal/domain';
import type { DaySubtotal, DocumentSums, Report, ReportSums } from '@fiscal/domain';
import type { Column, Language } from '../../files/column.ts';
import { wordFor } from '../../files/words.ts';

const SUMS = {
  tcrCode: ['text', 14, 'ENU', 'TCR'],
  of: ['text', 22, 'Podatak', 'Of'],
  by: ['text', 22, 'Po', 'By'],
  count: ['count', 10, 'Broj', 'Count'],
  base: ['amount', 15, 'Osnovica', 'Base'],
  vat: ['amount', 15, 'PDV', 'VAT'],
  amount: ['amount', 15, 'Iznos', 'Amount'],
  text: ['text', 60, 'Tekst', 'Text'],
} as const;
const JOURNAL = {
  issued: ['time', 20, 'Izdat', 'Issued'],
  invoiceNumber: ['text', 34, 'Broj računa', 'Invoice number'],
  status: ['text', 14, 'Status', 'Status'],
  type: ['text', 18, 'Dokument', 'Document'],
  payment: ['text', 30, 'Plaćanje', 'Payment'],
  iic: ['text', 36, 'IKOF', 'IIC'],
  fic: ['text', 38, 'JIKR', 'FIC'],
  name: ['text', 40, 'Stavka', 'Item'],
  code: ['text', 14, 'Šifra', 'Code'],
  unit: ['text', 10, 'Jedinica', 'Unit'],
  quantity: ['amount', 12, 'Količina', 'Quantity'],
  price: ['amount', 12, 'Cijena', 'Unit price'],
  rate: ['text', 12, 'PDV stopa', 'VAT rate'],
  base: ['amount', 15, 'Osnovica', 'Base'],
  vat: ['amount', 15, 'PDV', 'VAT'],
  total: ['amount', 15, 'Iznos stavke', 'Item total'],
  documentTotal: ['amount', 15, 'Ukupno', 'Total'],
  dayCount: ['count', 14, 'Računa u danu', 'Documents of the day'],
  dayTotal: ['amount', 15, 'Ukupno u danu', 'Total of the day'],
} as const;

/** A line, by column; empty where there is nothing. */
type Line<Name extends string> = Partial<Record<Name, string | number | null | undefined>>;

const columnsOf =
  <Name extends string>(
    columns: Record<Name, readonly [Column<unknown>['kind'], number, string, string]>,
  ) =>
  (language: Language) =>
    (Object.keys(columns) as Name[]).map((name): Column<Line<Name>> => {
      const [kind, width, me, en] = columns[name];
      const valueOf = (line: Line<Name>) => line[name]?.toString() ?? null;
      return { header: { me, en }[language], width, kind, valueOf };
    });
export const sumColumns = columnsOf(SUMS);
export const journalColumns = columnsOf(JOURNAL);

type SumLine = Line<keyof typeof SUMS>;

export function sumLines({ sections, ...report }: Report, language: Language): SumLine[] {
  const { tcrCode } = report;
  return [
    ...Object.entries(report).flatMap(([of, text]) =>
      typeof text === 'string' && of !== 'forDeposit' ? [{ tcrCode, of, text }] : [],
    ),
    ...[report, ...sections].flatMap((each) =>
      linesOf(each, language).map((line) => ({ tcrCode: each.tcrCode, ...line })),
    ),
  ];
}

function linesOf(sums: ReportSums, language: Language): SumLine[] {
  const of = (name: keyof typeof REPORT_WORDS) => REPORT_WORDS[name][language];
  const { registered, notRegistered, turnover, failed, drawer, forDeposit } = sums;
  return [
    ...documentLines(of('registered'), registered, language),
    ...documentLines(of('notRegistered'), notRegistered, language),
    ...documentLines(of('turnover'), turnover, language),
    ...failed.map(({ invoiceNumber, total, issuedAt, id, iic, code, reason }) => {
      const text = [issuedAt, id, iic, code, reason].join(' ');
      return { of: of('failed'), by: invoiceNumber, amount: total, text };
    }),
    ...IN_DRAWER.flatMap((name) => (drawer ? [{ of: of(name), amount: drawer[name] }] : [])),
    { of: of('forDeposit'), amount: forDeposit },
  ];
}

function documentLines(of: string, sums: DocumentSums, language: Language): SumLine[] {
  const { count, total, byType, byPayment, byVat } = sums;
  const lines: SumLine[] = [
    { count, amount: total },
    ...byType.map((row) => ({
      by: wordFor(row.type, language),
      count: row.count,
      amount: row.total,
    })),
    ...byPayment.map(({ method, ...row }) => ({ by: wordFor(method, language), ...row })),
    ...byVat.map(({ rate, exemption, base, vat, total: amount }) => {
      const by = exemption ?? `${toShortestText(decimal(rate))}%`;
      return { by, base, vat, amount };
    }),
  ];
  return lines.map((line) => ({ of, ...line }));
}

export type JournalLine = Line<keyof typeof JOURNAL>;

const MOMENT_LENGTH = 'YYYY-MM-DDTHH:mm:ss'.length;

/** A line of each item. */
export function journalLines(
  { invoice }: FoundRecord,
  date: string,
  language: Language,
): JournalLine[] {
  const { request, computed, issueDateTime, invoiceNumber, status, iic, fic } = invoice;
  const payments = paymentsOf(invoice).map(
    ({ method, amount }) => `${wordFor(method, language)} ${amount}`,
  );
  const document: JournalLine = {
    issued: (issueDateTime ?? `${date}T00:00:00`).slice(0, MOMENT_LENGTH),
    invoiceNumber,
    status: wordFor(status, language),
    type: wordFor(request.type, language),
    payment: payments.join(', '),
    iic,
    fic,
  };
  return computed.lines.map((line, at): JournalLine => {
    const { name, code, unit, quantity, base, vat, total, exemption } = line;
    const { unitPrice = 0, vat: asked } = request.items[at] ?? {};
    const price = toShortestText(decimal(unitPrice));
    const rate = exemption ?? `${asked?.rate ?? 0}%`;
    const documentTotal = at === 0 ? computed.totals.total : null;
    const own = { name, code, unit, quantity, price, rate, base, vat, total, documentTotal };
    return { ...document, ...own };
  });
}

/** What a day comes to. */
export function subtotalLine({ date, count, total }: DaySubtotal): JournalLine {
  return { issued: `${date}T23:59:59`, dayCount: count, dayTotal: total };
}
