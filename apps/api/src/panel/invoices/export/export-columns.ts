// The columns of an exported file. Amounts keep every decimal that they have: what a program adds
// up is what was registered.

import type { ExportedInvoice } from '@fiscal/db/invoice';
import {
  EXEMPTIONS,
  exactText,
  issueDateTimeOf,
  PAYMENT_METHODS,
  sumsByMethod,
  toDecimalText,
  vatKey,
  vatRateText,
} from '@fiscal/domain';
import type { PaymentMethod } from '@fiscal/domain';
import type { Column, Language } from '../../../files/column.ts';
import { wordFor } from '../../../files/words.ts';
import type { Code } from '../../../files/words.ts';

type ExportColumn = Column<ExportedInvoice>;

const MOMENT_LENGTH = 'YYYY-MM-DDTHH:mm:ss'.length;

/** @param vatRates those that the law has, in percent: each has a base and a tax. */
export function exportColumns(language: Language, vatRates: readonly number[]): ExportColumn[] {
  const say = (me: string, en: string) => (language === 'me' ? me : en);
  const word = (code: Code) => wordFor(code, language);
  return [
    momentColumn(say('Izdat', 'Issued')),
    textColumn(say('Broj računa', 'Invoice number'), 34, (row) => row.invoiceNumber),
    textColumn(say('Status', 'Status'), 14, (row) => word(row.status)),
    textColumn(say('Dokument', 'Document'), 18, (row) => word(row.documentType)),
    textColumn(say('Vrsta', 'Kind'), 16, (row) => word(row.typeOfInvoice)),
    textColumn(say('Plaćanje', 'Payment'), 20, (row) => word(row.paymentMethod)),
    textColumn(say('Kasa', 'Cash register'), 18, (row) => row.cashRegisterName),
    textColumn(say('Kupac', 'Buyer'), 30, (row) => row.buyerName),
    textColumn(say('Broj kupca', 'Buyer’s number'), 14, (row) => row.buyerIdNumber),
    amountColumn(say('Bez PDV', 'Without VAT'), (row) => row.withoutVat),
    amountColumn(say('PDV', 'VAT'), (row) => row.vat),
    amountColumn(say('Ukupno', 'Total'), (row) => row.total),
    ...vatRates.flatMap((rate) => ofGroup(vatRateText(rate), `${rate}%`, say)),
    textColumn(say('IKOF', 'IIC'), 36, (row) => row.iic),
    textColumn(say('JIKR', 'FIC'), 38, (row) => row.fic),
    textColumn(say('Napomena', 'Note'), 30, (row) => row.note),
    textColumn(say('Poreski period', 'Tax period'), 14, (row) => row.taxPeriod),
    textColumn(say('Zamjenjuje IKOF', 'Replaces IIC'), 36, (row) => row.replaces),
    ...EXEMPTIONS.flatMap((exemption) => ofGroup(exemption, exemption, say)),
    amountColumn(say('Izvoz', 'Exports'), (row) => row.exported ?? undefined),
    ...PAYMENT_METHODS.map((method) =>
      amountColumn(`${say('Plaćeno:', 'Paid:')} ${word(method)}`, (row) => paidBy(method, row)),
    ),
    textColumn(say('Operater', 'Operator'), 24, (row) => row.operatorName),
    textColumn(say('Kod operatera', 'Operator code'), 14, (row) => row.operatorCode),
    textColumn(say('Mjesto izdavanja', 'Place of issue'), 18, (row) => row.placeOfIssue),
  ];
}

/** Empty where the method pays nothing of it. */
function paidBy(method: PaymentMethod, { payments }: ExportedInvoice): string | undefined {
  const amount = sumsByMethod(payments).get(method);
  return amount && toDecimalText(amount, 2);
}

/** Empty where the invoice has no item of the rate or exemption. @param key a `vatKey`. */
function ofGroup(
  key: string,
  name: string,
  say: (me: string, en: string) => string,
): ExportColumn[] {
  const groupOf = ({ sameTaxGroups }: ExportedInvoice) =>
    sameTaxGroups.find((group) => vatKey(group) === key);
  const base = amountColumn(say(`Osnovica ${name}`, `Base ${name}`), (row) => groupOf(row)?.base);
  if (!(Number(key) > 0)) return [base];
  return [base, amountColumn(say(`PDV ${name}`, `VAT ${name}`), (row) => groupOf(row)?.vat)];
}

function textColumn(
  header: string,
  width: number,
  valueOf: (invoice: ExportedInvoice) => string | null,
): ExportColumn {
  return { header, width, kind: 'text', valueOf };
}

function amountColumn(
  header: string,
  amountOf: (invoice: ExportedInvoice) => string | undefined,
): ExportColumn {
  const valueOf = (row: ExportedInvoice) => {
    const amount = amountOf(row);
    return amount === undefined ? null : exactText(trim(amount), 2, 4);
  };
  return { header, width: 15, kind: 'amount', valueOf };
}

/** Without the zeros behind its last decimal, which the columns of the storage add. */
function trim(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}

/** The legal issue time; of what has none yet, when it was created. */
function momentColumn(header: string): ExportColumn {
  const valueOf = ({ issueDateTime, createdAt }: ExportedInvoice) =>
    (issueDateTime ?? issueDateTimeOf(createdAt)).slice(0, MOMENT_LENGTH);
  return { header, width: 20, kind: 'time', valueOf };
}
