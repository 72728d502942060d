// Reports as tables of CSV and Excel: everything that their JSON says.

import type { FoundRecord } from '@fiscal/db/report';
import type { DaySubtotal, DocumentSums, Report, ReportHead, ReportSums } from '@fiscal/domain';
import { issueDateTimeOf, paymentsOf, toShortestText, decimal } from '@fiscal/domain';
import type { Column, Language } from '../files/column.ts';
import { wordFor } from '../files/words.ts';
import type { Code } from '../files/words.ts';

/** A line of a report that is sums. */
interface SumLine {
  tcrCode: string | null;
  /** What is added up, or said. */
  of: string;
  by?: string;
  count?: number;
  base?: string;
  vat?: string;
  amount?: string;
  text?: string | null;
}

type Say = (me: string, en: string) => string;
const sayIn =
  (language: Language): Say =>
  (me, en) =>
    language === 'me' ? me : en;

export function sumColumns(language: Language): Column<SumLine>[] {
  const say = sayIn(language);
  return [
    column('text', say('ENU', 'TCR'), 14, ({ tcrCode }) => tcrCode),
    column('text', say('Podatak', 'Of'), 22, (line) => line.of),
    column('text', say('Po', 'By'), 22, ({ by }) => by),
    column('count', say('Broj', 'Count'), 10, ({ count }) => count?.toString()),
    column('amount', say('Osnovica', 'Base'), 15, ({ base }) => base),
    column('amount', say('PDV', 'VAT'), 15, ({ vat }) => vat),
    column('amount', say('Iznos', 'Amount'), 15, ({ amount }) => amount),
    column('text', say('Tekst', 'Text'), 60, ({ text }) => text),
  ];
}

export function sumLines({ sections, ...report }: Report, language: Language): SumLine[] {
  return [
    ...headLines(report),
    ...[report, ...sections].flatMap((section) => linesOf(section.tcrCode, section, language)),
  ];
}

function headLines(head: ReportHead): SumLine[] {
  const { report, madeAt, from, to, seller, tin, businessUnitCode } = head;
  const { tcrCode, operatorCode, softwareCode } = head;
  const said = { report, madeAt, from, to, seller, tin, businessUnitCode, operatorCode };
  return Object.entries({ ...said, softwareCode }).map(([of, text]) => ({ tcrCode, of, text }));
}

function linesOf(tcrCode: string | null, sums: ReportSums, language: Language): SumLine[] {
  const say = sayIn(language);
  const { registered, notRegistered, turnover, failed, drawer, forDeposit } = sums;
  const amount = (of: string, euros: string) => ({ tcrCode, of, amount: euros });
  return [
    ...documentLines(say('Registrovano', 'Registered'), registered, language),
    ...documentLines(say('Neregistrovano', 'Not registered'), notRegistered, language),
    ...documentLines(say('Promet', 'Turnover'), turnover, language),
    ...failed.map(({ invoiceNumber, total, ...said }) => ({
      of: say('Neuspio', 'Failed'),
      by: invoiceNumber,
      amount: total,
      text: [said.issuedAt, said.id, said.iic, said.code, said.reason].join(' '),
    })),
    ...(drawer === null
      ? []
      : [
          amount('INITIAL', drawer.initial),
          amount(say('Novčanice', 'Banknotes'), drawer.banknotes),
          amount(say('Podignuto', 'Withdrawn'), drawer.withdrawn),
          amount(say('U kasi', 'In the drawer'), drawer.inDrawer),
        ]),
    amount(say('Za uplatu pazara', 'For deposit'), forDeposit),
  ].map((line) => ({ ...line, tcrCode }));
}

function documentLines(
  of: string,
  sums: DocumentSums,
  language: Language,
): Omit<SumLine, 'tcrCode'>[] {
  const word = (code: Code) => wordFor(code, language);
  return [
    { of, count: sums.count, amount: sums.total },
    ...sums.byType.map(({ type, count, total }) => ({ of, by: word(type), count, amount: total })),
    ...sums.byPayment.map(({ method, ...part }) => ({ of, by: word(method), ...part })),
    ...sums.byVat.map(({ rate, exemption, base, vat, total }) => ({
      of,
      by: exemption ?? `${toShortestText(decimal(rate))}%`,
      base,
      vat,
      amount: total,
    })),
  ];
}

/** A line of a journal: an item of a document, or what a day comes to. */
export interface JournalLine {
  found: FoundRecord | null;
  /** Of the item, from 0. */
  at: number;
  subtotal: DaySubtotal | null;
}

/** @param subtotal null where there is none, or none is wanted. */
export function journalLines(
  records: readonly FoundRecord[],
  subtotal: DaySubtotal | null,
): JournalLine[] {
  const items = records.flatMap((found) =>
    found.invoice.request.items.map((_, at) => ({ found, at, subtotal: null })),
  );
  return subtotal === null ? items : [...items, { found: null, at: 0, subtotal }];
}

const MOMENT_LENGTH = 'YYYY-MM-DDTHH:mm:ss'.length;

export function journalColumns(language: Language): Column<JournalLine>[] {
  const say = sayIn(language);
  const word = (code: Code) => wordFor(code, language);
  type Document = FoundRecord['invoice'];
  const ofDocument =
    (valueOf: (document: Document) => string | null | undefined) =>
    ({ found }: JournalLine) =>
      found && valueOf(found.invoice);
  const ofItem =
    (valueOf: (item: Item) => string | null | undefined) =>
    ({ found, at }: JournalLine) => {
      const item = found?.invoice.request.items[at];
      const line = found?.invoice.computed.lines[at];
      return item && line ? valueOf({ ...item, line }) : null;
    };
  type Item = Document['request']['items'][number] & {
    line: Document['computed']['lines'][number];
  };
  const first = ({ found, at }: JournalLine) =>
    at === 0 && found ? found.invoice.computed.totals.total : null;
  return [
    column('time', say('Izdat', 'Issued'), 20, ({ found, subtotal }) =>
      found
        ? (found.invoice.issueDateTime ?? issueDateTimeOf(found.invoice.createdAt)).slice(
            0,
            MOMENT_LENGTH,
          )
        : subtotal && `${subtotal.date}T23:59:59`,
    ),
    column(
      'text',
      say('Broj računa', 'Invoice number'),
      34,
      ofDocument((d) => d.invoiceNumber),
    ),
    column(
      'text',
      say('Status', 'Status'),
      14,
      ofDocument((d) => word(d.status)),
    ),
    column(
      'text',
      say('Dokument', 'Document'),
      18,
      ofDocument((d) => word(d.request.type)),
    ),
    column(
      'text',
      say('Plaćanje', 'Payment'),
      30,
      ofDocument((d) =>
        paymentsOf(d)
          .map(({ method, amount }) => `${word(method)} ${amount}`)
          .join(', '),
      ),
    ),
    column(
      'text',
      say('IKOF', 'IIC'),
      36,
      ofDocument((d) => d.iic),
    ),
    column(
      'text',
      say('JIKR', 'FIC'),
      38,
      ofDocument((d) => d.fic),
    ),
    column(
      'text',
      say('Stavka', 'Item'),
      40,
      ofItem(({ name }) => name),
    ),
    column(
      'text',
      say('Šifra', 'Code'),
      14,
      ofItem(({ code }) => code),
    ),
    column(
      'text',
      say('Jedinica', 'Unit'),
      10,
      ofItem(({ line }) => line.unit),
    ),
    column(
      'amount',
      say('Količina', 'Quantity'),
      12,
      ofItem(({ line }) => line.quantity),
    ),
    column(
      'amount',
      say('Cijena', 'Unit price'),
      12,
      ofItem(({ unitPrice }) => toShortestText(decimal(unitPrice))),
    ),
    column(
      'text',
      say('PDV stopa', 'VAT rate'),
      12,
      ofItem(({ line, vat }) => line.exemption ?? `${vat.rate}%`),
    ),
    column(
      'amount',
      say('Osnovica', 'Base'),
      15,
      ofItem(({ line }) => line.base),
    ),
    column(
      'amount',
      say('PDV', 'VAT'),
      15,
      ofItem(({ line }) => line.vat),
    ),
    column(
      'amount',
      say('Iznos stavke', 'Item total'),
      15,
      ofItem(({ line }) => line.total),
    ),
    column('amount', say('Ukupno', 'Total'), 15, first),
    column('count', say('Računa u danu', 'Documents of the day'), 14, ({ subtotal }) =>
      subtotal?.count.toString(),
    ),
    column(
      'amount',
      say('Ukupno u danu', 'Total of the day'),
      15,
      ({ subtotal }) => subtotal?.total,
    ),
  ];
}

function column<Row>(
  kind: Column<Row>['kind'],
  header: string,
  width: number,
  valueOf: (row: Row) => string | null | undefined,
): Column<Row> {
  return { header, width, kind, valueOf: (row) => valueOf(row) ?? null };
}
