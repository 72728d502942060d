// What the homes of a company and of the operators show.

import { INVOICE_STATUSES } from '@fiscal/domain';
import { z } from 'zod';
import { instant, oneEnvironment } from '../field-schemas.ts';
import { senderRefusal } from '../sender-refusal.ts';
import { PROBLEM_KINDS } from './today-problems.ts';

/** Whose environment; a company's own page always says it. */
export const overviewQuery = z.object({ environment: oneEnvironment.default('live') });

const OUTCOMES = ['Fiscalized', 'Offline', 'Failed', 'Pending'] as const;
const count = z.int();
const amount = z.string().meta({ description: 'Euros; correctives count with their sign.' });

const counts = z.object({
  failed: count.meta({ description: 'Failed, and not dismissed.' }),
  waiting: count.meta({
    description: 'Invoices and withdrawals that are Offline, and still to be delivered.',
  }),
});

const nearestDeadline = instant.nullable().meta({ description: 'Of those that wait.' });

/** What the numbers beside the menu say. */
export const workCounts = counts.meta({ id: 'AdminWorkCounts' });

/** What of one outcome was sold. */
export const sales = z.object({ outcome: z.enum(OUTCOMES), count, amount });

export const today = counts
  .extend({
    at: instant,
    nearestDeadline,
    day: z.iso.date().meta({ description: 'In Podgorica.' }),
    hours: z
      .array(z.object({ startsAt: instant, sales: z.array(sales) }))
      .meta({ description: 'All of the day: 24, or 23 and 25 where the clock changes.' }),
    totals: z.array(sales).meta({ description: 'Of the day, one an outcome.' }),
    late: count.meta({ description: 'Of those that wait: less than a day remains.' }),
    stuck: count.meta({ description: 'Sales that should have had their outcome minutes ago.' }),
    failingPrints: count,
    certificate: z
      .object({ endsAt: instant, daysLeft: z.int() })
      .nullable()
      .meta({ description: 'That signs; days are negative once it has ended.' }),
    authority: z.object({
      state: z.enum(['answers', 'silent', 'disbelieved', 'unknown']),
      since: instant.nullable(),
    }),
    senderRefusal: senderRefusal.nullable(),
    lastInvoice: z
      .object({
        id: z.uuid(),
        status: z.enum(INVOICE_STATUSES),
        invoiceNumber: z.string().nullable(),
        total: amount,
        createdAt: instant,
      })
      .nullable(),
    problems: z
      .array(
        z.object({
          kind: z.enum(PROBLEM_KINDS),
          severity: z.enum(['watch', 'bad']),
          count: count
            .nullable()
            .meta({ description: 'Of invoices, of cash registers, or of days that remain.' }),
        }),
      )
      .meta({ description: 'The gravest first; empty where all is well.' }),
  })
  .meta({ id: 'AdminToday' });

const ofCompany = { companyId: z.uuid(), name: z.string() };

/** The rows of an operator's lists. */
export const listedRows = {
  work: z.object({
    ...ofCompany,
    ...counts.shape,
    nearestDeadline,
    oldestFailure: instant.nullable(),
  }),
  certificate: z.object({ ...ofCompany, notAfter: instant, daysLeft: z.int() }),
  withoutLiveSale: z.object({
    ...ofCompany,
    cashRegister: z
      .string()
      .nullable()
      .meta({ description: 'Its name; null where the company has none.' }),
    liveSince: instant.nullable().meta({ description: 'Of the company.' }),
  }),
};

const listed = <Row extends z.ZodObject>(row: Row) =>
  z.object({
    found: count.meta({ description: 'How many there are; 100 are listed.' }),
    listed: z.array(row),
  });

export const overview = z
  .object({
    at: instant,
    work: listed(listedRows.work),
    certificates: listed(listedRows.certificate),
    withoutLiveSale: listed(listedRows.withoutLiveSale),
  })
  .meta({ id: 'AdminOverview' });
