// A company with a cash register and invoices on it, for the tests of this room.

import { DEFAULT_ORDER_NUMBER_MAX_AHEAD } from '@fiscal/domain';
import type { Seller } from '@fiscal/domain';
import { randomCode } from '@fiscal/testbed';

import { seedCashRegister, seedCompany, seedDraft } from './seed/index.ts';

import { requestFiscalization } from '../fiscalization/request-fiscalization.ts';
import type { Failure } from '../invoice/stored-invoice.ts';
import type { NewInvoice } from '../invoice/new-invoices.ts';
import { claimNextDelivery, claimNextSale } from '../fiscalization/invoice-claims.ts';
import type { ClaimedInvoice } from '../fiscalization/invoice-claims.ts';
import { assignNumber, storeSigned } from '../number/numbering.ts';
import type { Assignment, GivenNumber, SignedInvoice } from '../number/numbering.ts';
import type { NewSubmission, SubmissionAnswer } from '../fiscalization/submissions.ts';
import { NO_HORIZON } from '../work/work.ts';
import type { OpenTestDatabase } from './open-test-database.ts';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';

/** Whose rights the samples are made with. */
type Roles = Pick<OpenTestDatabase, 'api' | 'worker'>;

/** Ids that new invoices belong to. */
export interface SampleShop {
  companyId: string;
  cashRegisterId: string;
  /** Of its own, as every cash register has one. */
  tcrCode: string;
}

const SAMPLE_YEAR = 2026;

/** The row that the invoices of a shop take their numbers from. */
export function sampleRowOf({ tcrCode }: Pick<SampleShop, 'tcrCode'>) {
  return { tcrCode, year: SAMPLE_YEAR };
}

export const SAMPLE_SELLER: Seller = {
  tin: '12345678',
  name: 'Prodavnica d.o.o.',
  address: 'Ulica 1',
  town: 'Podgorica',
  country: 'MNE',
  isInVat: true,
  vatNumber: null,
  bankAccount: null,
};
/** The samples' issue times are fixed ones, however far they are from now. */
export const ANY_CLOCK = { clockToleranceMs: Number.MAX_SAFE_INTEGER } as const;

/** What the authority gives. */
export const SAMPLE_FIC = '67822bea-7e5a-4c56-a195-547e51ee5cd8';
/** What an invoice fails with that the authority refuses. */
export const SAMPLE_REFUSAL: Failure = {
  error: 'The tax authority refused the invoice.',
  code: 'EFI_REFUSED',
  tcrCode: 'cc123cc123',
  efiCode: 11,
  efiMessage: 'TCR is not valid',
  retryable: false,
  remedy: null,
};

/** Whatever can be claimed. */
export const ANY_WORK = { leaseMs: 60_000, horizon: NO_HORIZON } as const;
export const ANY_DELIVERY = { ...ANY_WORK, environments: ['test'], skipped: [] } as const;

/** A new company of the live environment with one cash register. */
export async function createSampleShop(
  db: Roles,
  { tcrCode = randomCode(), printsAtOnce = false } = {},
): Promise<SampleShop> {
  const companyId = await seedCompany(db.api, {
    tin: '12345678',
    name: 'Prodavnica d.o.o.',
    address: 'Ulica 1',
    town: 'Podgorica',
    isInVat: true,
    vatNumber: null,
    bankAccount: null,
    environment: 'live',
    pricesIncludeVat: false,
    offlineIssuing: true,
    printsAtOnce,
  });
  return addSampleRegister(db, companyId, tcrCode);
}

/** One more cash register of a company; the first one is its default. @param tcrCode null for none. */
export async function addSampleRegister<Code extends string | null>(
  db: Roles,
  companyId: string,
  tcrCode: Code,
): Promise<{ companyId: string; cashRegisterId: string; tcrCode: Code }> {
  const others = await db.api.prisma.cashRegister.count({ where: { companyId } });
  const cashRegisterId = await seedCashRegister(db.api, {
    companyId,
    environment: 'test',
    name: `Kasa ${others + 1}`,
    tcrCode,
    internalId: String(others + 1),
    type: 'REGULAR',
    businessUnitCode: 'bb123bb123',
    softwareCode: 'ss123ss123',
    operatorCode: 'oo123oo123',
    maintainerCode: 'mm123mm123',
    isDefault: others === 0,
  });
  return { companyId, cashRegisterId, tcrCode };
}

/** What a draft of the shop is made of. @param other what is not as in every sample. */
export function sampleDraft(shop: SampleShop, other: Partial<NewInvoice> = {}): NewInvoice {
  const { companyId, cashRegisterId } = shop;
  return {
    ...{ id: uuidv7(), companyId, cashRegisterId, environment: 'test', apiKeyId: uuidv7() },
    request: {
      type: 'Invoice',
      orderNumber: 0,
      typeOfInvoice: 'NonCash',
      paymentMethod: 'ACCOUNT',
      paymentDeadline: '2026-11-30T00:00:00Z',
      items: [{ name: 'Kafa', unitPrice: 1, quantity: 1, vat: { rate: 21 } }],
    },
    computed: {
      lines: [],
      sameTaxGroups: [],
      totals: { withoutVat: '1.00', vat: '0.21', total: '1.21' },
      decimals: 2,
    },
    ...{ warnings: [], pricesIncludeVat: false, seller: SAMPLE_SELLER, originalId: null },
    ...other,
  };
}

/** A stored draft of the shop. */
export function createSampleDraft(
  db: Roles,
  shop: SampleShop,
  orderNumber = 0,
  other: Partial<NewInvoice> = {},
) {
  const { request } = sampleDraft(shop);
  return seedDraft(db.api, sampleDraft(shop, { request: { ...request, orderNumber }, ...other }));
}

/** An invoice of the shop in the hands of a worker. */
export async function claimSampleInvoice(
  db: Roles,
  shop: SampleShop,
  orderNumber = 0,
): Promise<ClaimedInvoice> {
  const { id } = await createSampleDraft(db, shop, orderNumber);
  await requestFiscalization(db.api, scopeOf(shop), id, nextTurn());
  const claimed = await claimNextSale(db.worker, 'test', ANY_WORK);
  if (!claimed) throw new Error('no invoice could be claimed');
  return claimed;
}

/** Whose invoices the samples are. */
export function scopeOf({ companyId }: SampleShop) {
  return { companyId, environment: 'test' as const };
}

let samples = 0;
/** The newest sample goes first, so that a claim gets the one that was just made. */
function nextTurn(): number {
  return -3_600_000 * ++samples;
}

/** Claims an invoice again that nobody has in hand. */
export async function reclaim(db: Roles, id: string, status: 'Pending' | 'Offline' = 'Pending') {
  const claimed = await (status === 'Pending'
    ? claimNextSale(db.worker, 'test', ANY_WORK)
    : claimNextDelivery(db.worker, ANY_DELIVERY));
  if (claimed?.invoice.id !== id) throw new Error(`invoice ${id} could not be claimed`);
  return claimed;
}

/** What signing a sample has made. */
export interface SignedSample extends SignedInvoice {
  submission: NewSubmission;
}

/** Asks for the number of a claimed invoice. */
export function assignSample(
  db: Roles,
  claimed: ClaimedInvoice,
  maxAhead = DEFAULT_ORDER_NUMBER_MAX_AHEAD,
): Promise<Assignment> {
  const now = new Date('2026-11-21T09:00:00Z');
  const source = { ...sampleRowOf(registerOf(claimed)), maxAhead, now, ...ANY_CLOCK };
  return assignNumber(db.worker, claimed, source);
}

/** Gives a claimed invoice its number and signs it with made-up codes. */
export async function signSample(
  db: Roles,
  claimed: ClaimedInvoice,
  maxAhead?: number,
): Promise<SignedSample> {
  const number = await assignSample(db, claimed, maxAhead);
  if (number.kind !== 'assigned') throw new Error(`the number is ${number.kind}`);
  const sample = signed(number);
  await storeSigned(db.worker, claimed, sample, sample.submission);
  return sample;
}

/** The answer row of an outcome without any text. */
export function answer(
  { submission }: SignedSample,
  outcome: SubmissionAnswer['outcome'],
): SubmissionAnswer {
  return {
    submissionId: submission.id,
    outcome,
    httpStatus: null,
    response: null,
    efiCode: null,
    detail: null,
    wasSent: true,
    unansweredReason: outcome === 'unanswered' ? 'timeout' : null,
  };
}

/** The cash register as it was when the invoice was claimed. */
function registerOf({ cashRegister }: ClaimedInvoice): { tcrCode: string } {
  if (cashRegister.tcrCode === null) throw new Error('the cash register has no TCR code');
  return { tcrCode: cashRegister.tcrCode };
}

function signed({ ordinal, year, tcrCode }: GivenNumber): SignedSample {
  const requestUuid = uuidv4();
  const iic = requestUuid.replaceAll('-', '').toUpperCase();
  return {
    issued: {
      ordinal,
      invoiceNumber: `bb123bb123/${ordinal}/${year}/${tcrCode}`,
      issueDateTime: '2026-11-21T10:00:00+01:00',
      iic,
      iicSignature: 'AB',
      iicReferences: [],
    },
    issuer: {
      seller: SAMPLE_SELLER,
      codes: {
        businessUnitCode: 'bb123bb123',
        tcrCode,
        softwareCode: 'ss123ss123',
        operatorCode: 'oo123oo123',
        maintainerCode: 'mm123mm123',
      },
    },
    submission: {
      id: uuidv7(),
      certificateId: uuidv7(),
      requestUuid,
      sendDateTime: '2026-11-21T10:00:00+01:00',
      subsequentDelivery: null,
      request: `<RegisterInvoiceRequest><Invoice IIC="${iic}"/></RegisterInvoiceRequest>`,
    },
  };
}
