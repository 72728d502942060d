// What the endpoints of companies take and give.

import { isCountryCode, isTin, OPERATOR_NAMES, PAPERS } from '@fiscal/domain';
import { COMPANY_CERTIFICATES } from '@fiscal/db/company';
import { z } from 'zod';
import { cursorField } from '../../http/request/pagination.ts';
import { environment, instant, text, textInMessage, version } from '../field-schemas.ts';
import { LONGEST_LOGO, readLogo } from './logo.ts';

/** Judged by its header; the handler has it drawn anew before it is kept. */
const logo = z
  .string()
  .max(LONGEST_LOGO, 'must be a picture of at most 220 kB')
  .refine(
    (uri) => readLogo(uri) !== null,
    'must be a PNG, JPEG or WebP picture of at most 25 million pixels as a data URI',
  )
  .meta({
    description:
      'PNG, JPEG or WebP as a data URI, at most 25 million pixels; printed on the invoice. It is ' +
      'drawn anew and kept with at most 2 000 pixels on its longer side.',
  });

const tin = z
  .string()
  .trim()
  .refine(isTin, 'must have 8 or 13 digits')
  .meta({ pattern: '^([0-9]{8}|[0-9]{13})$', description: 'PIB or JMB.' });

const operatorNames = z.enum(OPERATOR_NAMES);

const profile = {
  tin,
  name: textInMessage(200, 400),
  address: textInMessage(200),
  town: textInMessage(100),
  country: z.string().refine(isCountryCode, 'must be a country of ISO 3166, three letters'),
  isInVat: z.boolean(),
  vatNumber: text(50).nullable(),
  bankAccount: textInMessage(50).nullable(),
  logo: logo.nullable(),
  pricesIncludeVat: z.boolean(),
  offlineIssuing: z.boolean(),
  printsAtOnce: z.boolean().meta({
    description: 'Each PDF is made with the outcome of its invoice; else at its first request.',
  }),
  paper: z.enum(PAPERS).meta({
    description: 'Of PDFs, where a call names none and the invoice was never printed.',
  }),
  strictCorrectives: z.boolean().meta({
    description:
      'A corrective that takes back more than is left of its original is refused; else it has a warning.',
  }),
  originalsFromElsewhere: z.boolean().meta({
    description:
      'A corrective whose original is not stored here is accepted, and the tax authority is asked about the ' +
      'original; else it is refused.',
  }),
  operatorNames: operatorNames.meta({
    description:
      'What becomes of an `operatorName` that no operator of the company has: `free` prints it, `known` refuses it.',
  }),
};

export const newCompanyBody = z
  .object({
    ...profile,
    country: profile.country.default('MNE'),
    isInVat: profile.isInVat.default(true),
    vatNumber: profile.vatNumber.default(null),
    bankAccount: profile.bankAccount.default(null),
    logo: profile.logo.default(null),
    pricesIncludeVat: profile.pricesIncludeVat.default(false),
    offlineIssuing: profile.offlineIssuing.default(true),
    printsAtOnce: profile.printsAtOnce.default(false),
    paper: profile.paper.default('a4'),
    strictCorrectives: profile.strictCorrectives.default(false),
    originalsFromElsewhere: profile.originalsFromElsewhere.default(false),
    operatorNames: profile.operatorNames.default('free'),
  })
  .meta({ id: 'AdminNewCompany' });

export const companyChange = z
  .object(profile)
  .partial()
  .meta({ id: 'AdminCompanyChange', description: 'Only what is sent is changed.' });

const perMinute = z.number().int().min(1).max(10_000_000).nullable();

export const limitsBody = z
  .object({ writesPerMinute: perMinute, readsPerMinute: perMinute })
  .meta({ id: 'AdminCompanyLimits', description: 'Null takes the default of the service.' });

const status = z.enum(['active', 'paused']);

export const company = z
  .object({
    id: z.uuid(),
    tin: z.string(),
    name: z.string(),
    address: z.string(),
    town: z.string(),
    country: z.string(),
    isInVat: z.boolean(),
    vatNumber: z.string().nullable(),
    bankAccount: z.string().nullable(),
    logo: z.string().nullable(),
    pricesIncludeVat: z.boolean(),
    offlineIssuing: z.boolean(),
    printsAtOnce: z.boolean(),
    paper: z.enum(PAPERS),
    strictCorrectives: z.boolean(),
    originalsFromElsewhere: z.boolean(),
    operatorNames,
    environment: environment.meta({ description: '`test`: not live yet.' }),
    status,
    writesPerMinute: z.number().int().nullable(),
    readsPerMinute: z.number().int().nullable(),
    isTinFixed: z.boolean().meta({ description: 'It stands on invoices.' }),
    version,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'AdminCompany' });

export const companyQuery = z.object({
  search: z.string().trim().max(100).optional().meta({
    description: 'Part of the name, or the beginning of the TIN.',
  }),
  status: status.optional(),
  environment: environment.optional(),
  certificate: z.enum(COMPANY_CERTIFICATES).optional().meta({
    description:
      'Of the active certificate of the company’s environment; `ending`: within 60 days, the first warning.',
  }),
  sort: z.enum(['name', 'certificate']).default('name').meta({
    description: '`certificate`: what ends first comes first, and what has none last.',
  }),
  cursor: cursorField((name) => name).optional(),
});

const certificateEnd = instant.nullable().meta({
  description: 'When the active certificate ends; null if there is none.',
});

export const listedCompany = z
  .object({
    id: z.uuid(),
    tin: z.string(),
    name: z.string(),
    town: z.string(),
    environment,
    status,
    createdAt: instant,
    certificateEnds: z.object({ test: certificateEnd, live: certificateEnd }),
  })
  .meta({ id: 'AdminListedCompany' });

export const companyList = z
  .object({ companies: z.array(listedCompany), nextCursor: z.string().nullable() })
  .meta({ id: 'AdminCompanyList' });

const state = {
  isDone: z.boolean(),
  detail: z.string().meta({ description: 'What is there, or what is missing.' }),
};

const step = z
  .object({
    key: z.enum(['certificate', 'codes', 'tcr', 'api-key', 'test-invoice']),
    ...state,
  })
  .meta({ id: 'AdminChecklistStep' });

const saleStep = z
  .object({ key: z.enum(['live-api-key', 'live-invoice']), ...state })
  .meta({ id: 'AdminFirstSaleStep' });

export const checklist = z
  .object({
    isLive: z.boolean(),
    gettingStarted: z.array(step).meta({ description: 'Up to the first test invoice.' }),
    firstSale: z.array(saleStep).meta({ description: 'After that, up to the first live invoice.' }),
    goingLive: z.array(step).meta({ description: 'All of them before the company goes live.' }),
  })
  .meta({ id: 'AdminChecklist' });
