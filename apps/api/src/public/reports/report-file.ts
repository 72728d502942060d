// Reports as tables of CSV and Excel: everything that their JSON says.

import type { FoundRecord } from '@fiscal/db/report';
import { decimal, issueDateTimeOf, paymentsOf, toShortestText } from '@fiscal/domain';
import type { DaySubtotal, DocumentSums, Report, ReportSums } from '@fiscal/domain';
import type { Column, Language } from '../../files/column.ts';
import { wordFor } from '../../files/words.ts';

/** In the order of the columns; absent at the end where nothing follows. */
type Cells = readonly (string | null | undefined)[];
type Head = [kind: Column<Cells>['kind'], width: number, me: string, en: string];

const SUMS: readonly Head[] = [
  ['text', 14, 'ENU', 'TCR'],
  ['text', 22, 'Podatak', 'Of'],
  ['text', 22, 'Po', 'By'],
  ['count', 10, 'Broj', 'Count'],
  ['amount', 15, 'Osnovica', 'Base'],
  ['amount', 15, 'PDV', 'VAT'],
  ['amount', 15, 'Iznos', 'Amount'],
  ['text', 60, 'Tekst', 'Text'],
];
const JOURNAL: readonly Head[] = [
  ['time', 20, 'Izdat', 'Issued'],
  ['text', 34, 'Broj računa', 'Invoice number'],
  ['text', 14, 'Status', 'Status'],
  ['text', 18, 'Dokument', 'Document'],
  ['text', 30, 'Plaćanje', 'Payment'],
  ['text', 36, 'IKOF', 'IIC'],
  ['text', 38, 'JIKR', 'FIC'],
  ['text', 40, 'Stavka', 'Item'],
  ['text', 14, 'Šifra', 'Code'],
  ['text', 10, 'Jedinica', 'Unit'],
  ['amount', 12, 'Količina', 'Quantity'],
  ['amount', 12, 'Cijena', 'Unit price'],
  ['text', 12, 'PDV stopa', 'VAT rate'],
  ['amount', 15, 'Osnovica', 'Base'],
  ['amount', 15, 'PDV', 'VAT'],
  ['amount', 15, 'Iznos stavke', 'Item total'],
  ['amount', 15, 'Ukupno', 'Total'],
  ['count', 14, 'Računa u danu', 'Documents of the day'],
  ['amount', 15, 'Ukupno u danu', 'Total of the day'],
];

const columnsOf = (heads: readonly Head[], language: Language): Column<Cells>[] =>
  heads.map(([kind, width, me, en], at) => ({
    header: { me, en }[language],
    width,
    kind,
    valueOf: (row) => row[at] ?? null,
  }));
export const sumColumns = (language: Language) => columnsOf(SUMS, language);
export const journalColumns = (language: Language) => columnsOf(JOURNAL, language);

export function sumLines({ sections, ...report }: Report, language: Language): Cells[] {
  const head = Object.entries(report).filter(([name]) => name !== 'forDeposit');
  return [
    ...head
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .map(([of, text]) => [report.tcrCode, of, ...BLANK, text]),
    ...[report, ...sections].flatMap((each) =>
      linesOf(each, language).map((line) => [each.tcrCode, ...line]),
    ),
  ];
}
/** From the column By up to the amount. */
const BLANK = Array.from({ length: 5 }, () => null);

function linesOf(sums: ReportSums, language: Language): Cells[] {
  const say = (me: string, en: string) => ({ me, en })[language];
  const { registered, notRegistered, turnover, failed, drawer, forDeposit } = sums;
  const amount = (of: string, euros: string) => [of, null, null, null, null, euros];
  return [
    ...documentLines(say('Registrovano', 'Registered'), registered, language),
    ...documentLines(say('Neregistrovano', 'Not registered'), notRegistered, language),
    ...documentLines(say('Promet', 'Turnover'), turnover, language),
    ...failed.map(({ invoiceNumber, total, issuedAt, id, iic, code, reason }) => {
      const text = [issuedAt, id, iic, code, reason].join(' ');
      return [say('Neuspio', 'Failed'), invoiceNumber, null, null, null, total, text];
    }),
    ...(drawer === null
      ? []
      : [
          amount('INITIAL', drawer.initial),
          amount(say('Novčanice', 'Banknotes'), drawer.banknotes),
          amount(say('Podignuto', 'Withdrawn'), drawer.withdrawn),
          amount(say('U kasi', 'In the drawer'), drawer.inDrawer),
        ]),
    amount(say('Za uplatu pazara', 'For deposit'), forDeposit),
  ];
}

function documentLines(of: string, sums: DocumentSums, language: Language): Cells[] {
  const { byType, byPayment, byVat } = sums;
  const counted = (by: string | null, count: number, euros: string) => [
    of,
    by,
    String(count),
    null,
    null,
    euros,
  ];
  return [
    counted(null, sums.count, sums.total),
    ...byType.map((part) => counted(wordFor(part.type, language), part.count, part.total)),
    ...byPayment.map((part) => counted(wordFor(part.method, language), part.count, part.amount)),
    ...byVat.map((group) => {
      const by = group.exemption ?? `${toShortestText(decimal(group.rate))}%`;
      return [of, by, null, group.base, group.vat, group.total];
    }),
  ];
}

const MOMENT_LENGTH = 'YYYY-MM-DDTHH:mm:ss'.length;

/** A line of each item, then of what the day comes to. @param subtotal null for none. */
export function journalLines(
  records: readonly FoundRecord[],
  subtotal: DaySubtotal | null,
  language: Language,
): Cells[] {
  const items = records.flatMap(({ invoice }) => {
    const { request, computed, issueDateTime, createdAt, invoiceNumber, status } = invoice;
    const payments = paymentsOf(invoice).map(
      ({ method, amount }) => `${wordFor(method, language)} ${amount}`,
    );
    const document = [
      (issueDateTime ?? issueDateTimeOf(createdAt)).slice(0, MOMENT_LENGTH),
      invoiceNumber,
      wordFor(status, language),
      wordFor(request.type, language),
      payments.join(', '),
      invoice.iic,
      invoice.fic,
    ];
    return computed.lines.map((line, at) => {
      const { unitPrice = 0, vat } = request.items[at] ?? {};
      const { name, code, unit, quantity, base, vat: tax, total } = line;
      const price = toShortestText(decimal(unitPrice));
      const rate = line.exemption ?? `${vat?.rate ?? 0}%`;
      const amounts = [base, tax, total, at === 0 ? computed.totals.total : null];
      return [...document, name, code, unit, quantity, price, rate, ...amounts];
    });
  });
  if (subtotal === null) return items;
  const day = JOURNAL.map((): string | null => null);
  day.splice(0, 1, `${subtotal.date}T23:59:59`);
  day.splice(-2, 2, String(subtotal.count), subtotal.total);
  return [...items, day];
}
