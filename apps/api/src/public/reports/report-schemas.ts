// Reports as JSON, and their shapes for the OpenAPI document. Amounts are numbers, as in records.

import { DOCUMENT_TYPES, EXEMPTIONS, JOURNALS, PAYMENT_METHODS, SUM_REPORTS } from '@fiscal/domain';
import { z } from 'zod';
import { writeJson } from '../../http/response/json-response.ts';
import { EXEMPTION, PAYMENT_METHOD } from '../invoices/invoice-payload.ts';
import { invoiceRecord } from '../invoices/record-schema.ts';

const text = (description: string) => z.string().meta({ description });
const euros = (description: string) => z.number().meta({ description });
const rows = <Shape extends z.ZodRawShape>(description: string, shape: Shape) =>
  z.array(z.object(shape)).meta({ description });

const count = z.int().meta({ description: 'Documents.', minimum: 0 });
const total = euros('Euros with VAT, correctives with their minus.');
const date = z.string().meta({ description: 'Day in Podgorica.', format: 'date' });
const dateTime = z.string().meta({ description: 'Podgorica time.', format: 'date-time' });
const businessUnitCode = text('Code of the business unit.');
const softwareCode = text('Code of the software.');

const group = {
  rate: euros('Percent; 0 where exempt.'),
  exemption: z.enum(EXEMPTIONS).meta(EXEMPTION).nullable(),
  base: euros('Euros without VAT, 4 decimals.'),
  vat: euros('VAT in euros, 4 decimals.'),
  total: euros('Both, 4 decimals.'),
};
const method = z.enum(PAYMENT_METHODS).meta(PAYMENT_METHOD);
const documentSums = z
  .object({
    count,
    total,
    byType: rows('Correctives and advances apart.', { type: z.enum(DOCUMENT_TYPES), count, total }),
    byPayment: rows('Together the total.', { method, count, amount: euros('Euros.') }),
    byVat: rows('Exact sums of `vatBreakdown`; empty outside VAT.', group),
  })
  .meta({ id: 'DocumentSums', description: 'Documents added up.' });

const drawer = z.object({
  initial: euros('INITIAL deposit of the day.'),
  banknotes: euros('As `forDeposit`.'),
  withdrawn: euros('Taken out on the day.'),
  inDrawer: euros('What is left.'),
});
const reportSums = {
  registered: documentSums.meta({ description: 'What is `Fiscalized`.' }),
  notRegistered: documentSums.meta({ description: '`Offline`, and `Pending` with a number.' }),
  turnover: documentSums.meta({ description: 'Registered and not registered.' }),
  failed: rows('`Failed` ones that have a number: they are in no sum.', {
    id: z.string().meta({ description: '`id` of the invoice.', format: 'uuid' }),
    invoiceNumber: text('Its number.'),
    issuedAt: dateTime,
    total,
    iic: z.string().nullable().meta({ description: 'Its IIC.' }),
    code: text('Code of the failure.'),
    reason: text('What happened.'),
  }),
  drawer: drawer.nullable().meta({ description: 'Of one day; null of a period.' }),
  forDeposit: euros('Banknotes of what a customer holds, not reduced by withdrawals.'),
};

const head = {
  madeAt: dateTime,
  from: date,
  to: date,
  seller: text('Name of the company.'),
  tin: text('PIB or JMB.'),
  businessUnitCode,
  tcrCode: z.string().nullable().meta({ description: 'TCR code; null before it has one.' }),
  operatorCode: text('Code of who asks for the report.'),
  softwareCode,
};

export const report = z
  .object({
    report: z.enum(SUM_REPORTS),
    ...head,
    ...reportSums,
    sections: rows('Of other TCR codes that the cash register had in the range.', {
      businessUnitCode,
      tcrCode: text('TCR code.'),
      softwareCode,
      ...reportSums,
    }),
  })
  .meta({ id: 'Report', description: 'State, day or period of a cash register.' });

const subtotal = { date, count, total };
export const journal = z
  .object({
    report: z.enum(JOURNALS),
    ...head,
    documents: z.array(invoiceRecord).meta({ description: 'In the order of issue.' }),
    subtotals: rows('Of days with documents, without those that are `Failed`.', subtotal),
  })
  .meta({ id: 'Journal', description: 'Documents of a cash register with their items.' });

const AMOUNTS = new Set(
  'total amount rate base vat initial banknotes withdrawn inDrawer forDeposit'.split(' '),
);

/** Of sums and subtotals: 14 digits at most, which survive JSON exactly. */
export const reportJson = (sums: object): string =>
  writeJson(sums, (name, value: unknown) => (AMOUNTS.has(name) ? Number(value) : value));
