// The shape of the payload: JSON types and required fields. What a value may be is the domain's
// business (validate-invoice). What `.meta` says of a field is documentation and checks nothing.

import {
  ALLOWED_PAYMENT_METHODS,
  BUYER_ID_TYPES,
  DOCUMENT_TYPES,
  EXEMPTIONS,
  MAX_ITEMS,
  MAX_ORDINAL,
  MAX_PAYMENTS,
  PAYMENT_METHODS,
  TYPES_OF_INVOICE,
} from '@fiscal/domain';
import { z } from 'zod';

/** Components of the document, of the payload and of the record. */
export const PAYMENT_METHOD = {
  id: 'PaymentMethod',
  description:
    `With \`Cash\`: ${ALLOWED_PAYMENT_METHODS.Cash.join(', ')}. ` +
    `With \`NonCash\`: ${ALLOWED_PAYMENT_METHODS.NonCash.join(', ')}.`,
};
export const EXEMPTION = {
  id: 'Exemption',
  description:
    'Why a line is exempt from VAT: the article of the VAT law. Only with the rate 0, which without ' +
    'it is a rate of its own; never for a company outside VAT.',
};
const paymentMethod = z.string().meta({ ...PAYMENT_METHOD, enum: [...PAYMENT_METHODS] });
const exemption = z.string().meta({ ...EXEMPTION, enum: [...EXEMPTIONS] });

const iic = { pattern: '^[0-9A-F]{32}$', examples: ['551DBD3AF151F79B768F7C240144FF75'] };

const item = z
  .object({
    name: z.string().meta({
      description:
        'What is sold. The tax authority receives the first 50 characters; the PDF prints all.',
      minLength: 1,
      maxLength: 200,
    }),
    code: z.string().nullish().meta({ description: 'Your code of the item.', maxLength: 50 }),
    unit: z.string().nullish().meta({
      description: 'Unit of measure; `kom` (piece) where absent or blank.',
      maxLength: 50,
    }),
    unitPrice: z.number().meta({
      description:
        'Euros, at most 4 decimals. Without VAT, or with it if the company is set up so ' +
        '(`pricesIncludeVat`). Negative, together with `quantity`, on a line that cancels.',
    }),
    quantity: z.number().meta({
      description: 'At most 3 decimals. Never 0; negative on a line of a corrective that cancels.',
    }),
    vat: z
      .object({
        rate: z.number().meta({
          description:
            'Percent: 21, 15, 7 or 0; always 0 for a company outside VAT. A line of a corrective ' +
            'that matches an item of the original carries its rate.',
        }),
        exemption: exemption.nullish(),
      })
      .meta({ description: 'VAT of the line.' }),
    rebatePercentage: z.number().nullish().meta({
      description: 'Rebate in percent, at most 4 decimals.',
      minimum: 0,
      maximum: 100,
    }),
    rebateReducingBase: z.boolean().nullish().meta({
      description: 'Whether the rebate reduces the tax base; true where absent.',
    }),
    isExport: z
      .boolean()
      .nullish()
      .meta({
        description:
          'Whether the goods leave the country. No line of the invoice has VAT then, and the buyer ' +
          'has `address`, `city` and `country`. Never for a company outside VAT.',
      }),
  })
  .meta({ id: 'ItemRequest', description: 'One line of an invoice to be issued.' });

const buyer = z
  .object({
    idType: z.string().meta({ description: 'Kind of identifier.', enum: [...BUYER_ID_TYPES] }),
    idNumber: z.string().meta({
      description: 'The number; a `TIN` has 8 or 13 digits.',
      minLength: 1,
      maxLength: 20,
    }),
    name: z.string().meta({ description: 'Name of the buyer.', minLength: 1, maxLength: 400 }),
    address: z.string().nullish().meta({ description: 'Street address.', maxLength: 200 }),
    city: z.string().nullish().meta({ description: 'City.', maxLength: 100 }),
    country: z
      .string()
      .nullish()
      .meta({
        description:
          'ISO 3166 alpha-3 code; `MNE` where absent. Kosovo is `RKS`; `XKX` is taken as it.',
        examples: ['MNE'],
      }),
  })
  .meta({ id: 'BuyerRequest', description: 'Who buys. Recommended for companies.' });

const payment = z
  .object({
    method: paymentMethod.describe('As `paymentMethod`; `ORDER` stands alone, and `ADVANCE` once.'),
    amount: z.number().meta({
      description:
        'Euros, at most 2 decimals: what is paid, without change. Above 0; on a corrective with the ' +
        'sign of its total.',
    }),
    advancePaymentIic: z
      .string()
      .nullish()
      .meta({
        description:
          'Of an `ADVANCE`: the IIC of its invoice, here or in the field of the invoice.',
        ...iic,
      }),
  })
  .meta({ id: 'PaymentRequest', description: 'A part of what is paid.' });

/** Both are required, but together and in the specification's words: a rule, not a shape. */
const original = z
  .object({
    id: z
      .string()
      .optional()
      .meta({ description: '`iic` of the original.', ...iic }),
    issuedAt: z.string().optional().meta({
      description: '`fiscalizedAt` of the original; milliseconds do not count.',
      format: 'date-time',
    }),
  })
  .meta({
    id: 'OriginalRequest',
    description: 'The invoice that a corrective corrects: both fields are required there.',
  });

/** Spec, Invoice request payload. Unknown fields are ignored here and named in `warnings`. */
export const invoicePayload = z
  .object({
    type: z.string().meta({
      description: 'Kind of document.',
      enum: [...DOCUMENT_TYPES, 'CORRECTIVE'],
    }),
    orderNumber: z.number().meta({
      description:
        'Ordinal of the invoice in its cash register and year; 0 has the next one assigned. ' +
        'At most 1 000 000 (as configured) beyond the highest in use. ' +
        'A corrective gets a number of its own.',
      type: 'integer',
      minimum: 0,
      maximum: MAX_ORDINAL,
    }),
    typeOfInvoice: z.string().meta({
      description: '`Cash`: paid at once, also by card. `NonCash`: by transfer or later.',
      enum: [...TYPES_OF_INVOICE],
    }),
    paymentMethod,
    paymentDeadline: z.string().meta({
      description: 'When it is due; of a paid order, when it was paid. UTC where no zone is given.',
      format: 'date-time',
    }),
    items: z.array(item).meta({ description: 'The lines.', minItems: 1, maxItems: MAX_ITEMS }),
    buyer: buyer.nullish().meta({ description: 'Who buys.' }),
    note: z
      .string()
      .nullish()
      .meta({
        description:
          'Free remark, for example the order number of your shop: invoices can be found by it. ' +
          'It may have several lines. The tax authority receives the first 200 characters.',
        maxLength: 1000,
      }),
    discountAmount: z
      .number()
      .nullish()
      .meta({
        description:
          'Discount on the whole invoice in euros without VAT, at most 4 decimals. It is spread ' +
          "over the lines. A full cancellation copies the original's.",
      }),
    operatorName: z.string().nullish().meta({
      description: 'Name of the cashier on the print.',
      maxLength: 100,
    }),
    advancePaymentIic: z
      .string()
      .nullish()
      .meta({
        description: 'IIC of the invoice of the advance; required when paid by `ADVANCE`.',
        ...iic,
      }),
    original: original.nullish().meta({
      description: 'The invoice that is corrected; required on a `Corrective`.',
    }),
    externalId: z
      .string()
      .nullish()
      .meta({
        description:
          'Your own id of the document, unique in your company and environment: the same call again ' +
          'finds what became of the first, and registers nothing twice.',
        minLength: 1,
        maxLength: 100,
      }),
    taxPeriod: z
      .string()
      .nullish()
      .meta({
        description: 'Month in which the supply is taxed, at most next month.',
        pattern: '^(0[1-9]|1[0-2])/[0-9]{4}$',
        examples: ['11/2026'],
      }),
    replaces: z
      .string()
      .nullish()
      .meta({
        description:
          'IIC of the cancelled invoice or advance whose place this invoice takes. Not on a ' +
          '`Corrective` or `Advance`.',
        ...iic,
      }),
    payments: z
      .array(payment)
      .nullish()
      .meta({
        description:
          'Where more than one method pays: the parts, which are the total together, and ' +
          '`paymentMethod` is one of them. Without it `paymentMethod` pays the total. A corrective ' +
          'gives back by the methods of its original, without `payments` in proportion to what they ' +
          "hold; its `paymentMethod` is the original's.",
        minItems: 1,
        maxItems: MAX_PAYMENTS,
      }),
  })
  .meta({ id: 'InvoiceRequest', description: 'An invoice to be issued.' });
