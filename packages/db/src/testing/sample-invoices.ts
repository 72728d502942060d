// Invoices of a sample shop at each point of their life, for the tests of this package and of the
// worker.

import { DEFAULT_ORDER_NUMBER_MAX_AHEAD } from '@fiscal/domain';
import type { Failure } from '@fiscal/domain';
import { seedDraft } from './seed/index.ts';
import { SAMPLE_CODES, SAMPLE_SELLER, sampleRowOf, scopeOf } from './sample-shops.ts';
import type { Roles, SampleShop } from './sample-shops.ts';
import { requestFiscalization } from '../fiscalization/request-fiscalization.ts';
import {
  recordFailedUnregistered,
  recordFiscalized,
  recordOffline,
} from '../fiscalization/outcomes.ts';
import { findInvoice } from '../invoice/stored-invoice.ts';
import type { StoredInvoice } from '../invoice/stored-invoice.ts';
import type { NewInvoice } from '../invoice/new-invoices.ts';
import { claimNextDelivery, claimNextSale } from '../fiscalization/invoice-claims.ts';
import type { ClaimedInvoice } from '../fiscalization/invoice-claims.ts';
import { NOTHING_SEEN } from '../number/database-incarnation.ts';
import { assignNumber } from '../number/numbering.ts';
import type { Assignment, GivenNumber } from '../number/numbering.ts';
import { storeSigned } from '../fiscalization/signed-invoice.ts';
import type { SignedInvoice } from '../fiscalization/signed-invoice.ts';
import type { NewSubmission, SubmissionReply } from '../fiscalization/submissions.ts';
import { NO_HORIZON } from '../work/work.ts';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';

/** The samples' issue times are fixed ones, however far they are from now. */
export const ANY_CLOCK = {
  clockToleranceMs: Number.MAX_SAFE_INTEGER,
  lastSeen: { ...NOTHING_SEEN },
} as const;

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

export const ANY_WORK = { leaseMs: 60_000, horizon: NO_HORIZON } as const;
/** Puts off by less than nothing: due already, although times are rounded up to a millisecond. */
export const DUE_MS = -1_000;
export const ANY_DELIVERY = { ...ANY_WORK, environments: ['test'], skipped: [] } as const;

/** What a draft of the shop is made of. @param other what is not as in every sample. */
export function sampleDraft(shop: SampleShop, other: Partial<NewInvoice> = {}): NewInvoice {
  const { companyId, cashRegisterId } = shop;
  return {
    id: uuidv7(),
    companyId,
    cashRegisterId,
    environment: 'test',
    apiKeyId: uuidv7(),
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
    warnings: [],
    pricesIncludeVat: false,
    seller: SAMPLE_SELLER,
    originalId: null,
    ...other,
  };
}

export function createSampleDraft(
  db: Roles,
  shop: SampleShop,
  orderNumber = 0,
  other: Partial<NewInvoice> = {},
) {
  const { request } = sampleDraft(shop);
  return seedDraft(db.api, sampleDraft(shop, { request: { ...request, orderNumber }, ...other }));
}

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

let samples = 0;
/** The newest sample goes first, so that a claim gets the one that was just made. */
function nextTurn(): number {
  return -3_600_000 * ++samples;
}

export async function reclaim(db: Roles, id: string, status: 'Pending' | 'Offline' = 'Pending') {
  const claimed = await (status === 'Pending'
    ? claimNextSale(db.worker, 'test', ANY_WORK)
    : claimNextDelivery(db.worker, ANY_DELIVERY));
  if (claimed?.invoice.id !== id) throw new Error(`invoice ${id} could not be claimed`);
  return claimed;
}

/** What signing a sample has made. */
type SignedSample = SignedInvoice & { submission: NewSubmission };

/** Asks for the number of a claimed invoice. */
export function assignSample(
  db: Roles,
  claimed: ClaimedInvoice,
  maxAhead = DEFAULT_ORDER_NUMBER_MAX_AHEAD,
): Promise<Assignment> {
  const now = new Date('2026-11-21T09:00:00Z');
  const source = { ...rowOf(claimed), maxAhead, now, ...ANY_CLOCK };
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

export async function signedSale(db: Roles, shop: SampleShop) {
  const claimed = await claimSampleInvoice(db, shop);
  return { id: claimed.invoice.id, claimed, signed: await signSample(db, claimed) };
}

export async function sellSample(db: Roles, shop: SampleShop, fic = SAMPLE_FIC) {
  const sale = await signedSale(db, shop);
  await recordFiscalized(db.worker, sale.claimed, answer(sale.signed, 'registered'), fic);
  return sale;
}

/** An invoice of the shop that was handed out offline. @param own of the answer. */
export async function handOutSample(
  db: Roles,
  shop: SampleShop,
  own: Partial<SubmissionReply> = {},
  nextAttemptMs = 0,
) {
  const sale = await signedSale(db, shop);
  const silent = { ...answer(sale.signed, 'unanswered'), ...own };
  await recordOffline(db.worker, sale.claimed, silent, nextAttemptMs);
  return sale;
}

/**
 * The authority refuses a signed sample, whose number is free again.
 * @returns false if the claim was lost.
 */
export function refuseSample(
  db: Roles,
  claimed: ClaimedInvoice,
  signed: SignedSample,
): Promise<boolean> {
  const number = { ...rowOf(claimed), ordinal: signed.issued.ordinal };
  const refused = answer(signed, 'refused');
  return recordFailedUnregistered(db.worker, claimed, refused, SAMPLE_REFUSAL, number);
}

export async function readSample(db: Roles, shop: SampleShop, id: string): Promise<StoredInvoice> {
  const found = await findInvoice(db.api, scopeOf(shop), id);
  if (!found) throw new Error('the invoice is not there');
  return found.invoice;
}

export function answer(
  { submission }: SignedSample,
  outcome: SubmissionReply['outcome'],
): SubmissionReply {
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

/** Where the number of a claimed invoice is from. */
function rowOf({ cashRegister }: ClaimedInvoice) {
  return sampleRowOf({ tcrCode: cashRegister.tcrCode ?? '' });
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
      codes: { ...SAMPLE_CODES, tcrCode },
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
