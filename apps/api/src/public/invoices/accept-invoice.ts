// From a JSON body to an invoice that may be stored: the one validator of draft and
// create-and-print (decisions §4). It stores nothing.

import {
  buildCorrective,
  decideDocument,
  DOCUMENT_KINDS,
  givenText,
  hasEnded,
  isIic,
  issueDateTimeOf,
  parseInstant,
  takesBack,
  largestOrderNumber,
  limitWarnings,
  localYearOf,
  orderNumberTooFar,
  repeatableCall,
  repeatableReturn,
  sentence,
  validateCorrective,
  validateInvoice,
  weighReplaced,
  validatePaidTotal,
  unknownOperator,
} from '@fiscal/domain';
import type {
  InvoiceRequest,
  Issue,
  PartialInvoice,
  RepeatableCall,
  RootElsewhere,
} from '@fiscal/domain';
import { findOperatorCode } from '@fiscal/db/company';
import type { EmployerOfOperators, IssuerOfInvoices } from '@fiscal/db/company';
import type { Connected } from '@fiscal/db/connection';
import {
  findDocumentTree,
  findInvoiceByIic,
  findRelations,
  findReplaced,
} from '@fiscal/db/invoice';
import type { InvoiceScope, NewInvoice, StoredInvoice } from '@fiscal/db/invoice';
import { findOrdinalUse } from '@fiscal/db/number';
import {
  isMessageTooLarge,
  messageBytesMax,
  messageTooLarge,
  transliterated,
} from '@fiscal/efi/message-size';
import { v7 as uuidv7 } from 'uuid';
import { scopeOf } from '../../access/caller.ts';
import type { InvoiceDependencies } from './invoice-dependencies.ts';
import { findCall, firstCall } from './external-calls.ts';
import type { FirstCall, RepeatedCall } from './external-calls.ts';
import { readPayload, readReturn } from './read-payload.ts';
import type { ShapedPayload, UnknownFields } from './read-payload.ts';

/** What becomes of a payload. */
export type Acceptance =
  /** It may be stored. */
  | { kind: 'accepted'; invoice: NewInvoice }
  /** Everything that is wrong with it. */
  | { kind: 'refused'; issues: Issue[] }
  | RepeatedCall;

/**
 * `db`: for a corrective that is to become Pending at once, the transaction that holds its root.
 */
type AcceptanceDependencies = Pick<InvoiceDependencies, 'vatRates' | 'orderNumberMaxAhead'> & {
  db: Connected;
};

/** Who calls, and what is to be said of the call itself, before what is said of its body. */
interface AcceptedFrom {
  caller: IssuerOfInvoices;
  /** The register of the key. */
  cashRegisterId: string;
  warnings: readonly string[];
  /** Whether nothing is stored: an external id means nothing then. */
  isDryRun: boolean;
  /** Whether its external id was found to be another row's; false where that is not known. */
  isTaken: boolean;
}

/** An invoice that says everything itself. */
export async function acceptInvoice(
  deps: AcceptanceDependencies,
  from: AcceptedFrom,
  body: object,
): Promise<Acceptance> {
  const shaped = readPayload(body);
  return acceptNamed(deps, from, shaped, repeatableCall(shaped.content), async (found) => {
    const original = await findOriginal(deps.db, scopeOf(from.caller), shaped.content);
    return acceptContent(deps, from, shaped, found, original && { ...original, sold: [original] });
  });
}

/**
 * The corrective that takes an invoice back, wholly or in part. Extensions §11.
 * @param original the caller's invoice, as it is now.
 */
export async function acceptReturn(
  deps: AcceptanceDependencies,
  from: AcceptedFrom,
  kind: 'cancel' | 'return',
  original: StoredInvoice,
  body: object,
): Promise<Acceptance> {
  const shaped = readReturn[kind](body);
  const named = repeatableReturn(kind, original.id, shaped.content);
  return acceptNamed(deps, from, shaped, named, async (found) => {
    const documents = await findDocumentTree(deps.db, original.id);
    const { pricesIncludeVat, seller } = original;
    const taken = { original, documents, pricesIncludeVat, isInVat: seller.isInVat };
    const built = buildCorrective(kind, shaped.content, taken, new Date(), shaped.issues);
    const issues = [...shaped.issues, ...built.issues];
    const content = { ...shaped, content: built.request, issues };
    // Of re-issued lines the rates are those of the correctives that have issued them.
    return acceptContent(deps, from, content, found, { ...original, sold: documents });
  });
}

/**
 * What was accepted once is found, whatever rules that look at settings, numbers or other documents
 * would say today (extensions §9). What they accept is stored without a look-up, and its row says
 * whether the id is taken; but for what would wait for the lock of another document. Where they
 * refuse it, it is looked for: the same call may have been stored, and be the reason.
 */
async function acceptNamed(
  { db }: AcceptanceDependencies,
  { caller, cashRegisterId, isDryRun, isTaken }: AcceptedFrom,
  { issues }: Pick<ShapedPayload<unknown>, 'issues'>,
  named: RepeatableCall | null,
  make: (found: FirstCall | null) => Promise<Acceptance>,
): Promise<Acceptance> {
  if (named === null || issues.length > 0 || isDryRun) return make(null);
  const look = () => findCall(db, { ...scopeOf(caller), cashRegisterId }, named);
  const { original, advancePaymentIic, replaces } = named.request;
  const isBound = named.takesBackId ?? original ?? advancePaymentIic ?? replaces;
  const found = isTaken || isBound ? await look() : firstCall(named);
  if (found.kind !== 'first') return found;
  const accepted = await make(found);
  const again = accepted.kind === 'refused' ? await look() : found;
  return again.kind === 'first' ? accepted : again;
}

/** An original, with the documents whose lines may be taken back. */
type Original = StoredInvoice & { sold: readonly Pick<StoredInvoice, 'request'>[] };

async function acceptContent(
  deps: AcceptanceDependencies,
  { caller, cashRegisterId, warnings }: AcceptedFrom,
  shaped: ShapedPayload<PartialInvoice>,
  found: FirstCall | null,
  original: Original | null,
): Promise<Acceptance> {
  const scope = scopeOf(caller);
  const terms = termsOf(deps, caller, original);
  const validated = validateInvoice(
    shaped.content,
    { ...terms, writtenText: transliterated, now: new Date() },
    shaped.issues,
  );
  const operator = await selectOperator(deps.db, caller, shaped.content, validated.issues);
  const endedIssues = validateRegister(caller);
  if (validated.invoice === null) {
    const replacedIssues = await validateReplaced(deps.db, scope, shaped.content);
    const issues = [...endedIssues, ...validated.issues, ...operator.issues, ...replacedIssues];
    return { kind: 'refused', issues };
  }

  const elsewhere =
    original === null ? await originalElsewhere(deps.db, caller, validated.invoice) : null;
  const request = elsewhere?.request ?? validated.invoice;
  const originalIssues =
    elsewhere === null ? validateCorrective(request, original && originalOf(original)) : [];
  const originalId = originalIssues.length === 0 ? (original?.id ?? null) : null;
  const relations = await findRelations(deps.db, { scope, originalId, request });
  const sent = { request, originalId, context: terms };
  const decided = decideDocument(sent, relations, caller.company.strictCorrectives);
  const { computed, payments } = decided;
  const namesInvoices = original !== null && DOCUMENT_KINDS[original.request.type].paysInvoices;
  const issues = [
    ...endedIssues,
    ...operator.issues,
    ...originalIssues,
    ...decided.issues,
    ...validatePaidTotal(request, computed.totals.total),
    ...(await validateOrderNumber(deps, cashRegisterId, request.orderNumber)),
    ...validateMessageSize({ ...request, payments, isOfAdvance: namesInvoices }, computed),
  ];
  if (issues.length > 0) return { kind: 'refused', issues };

  return {
    kind: 'accepted',
    invoice: {
      // By the clock as it is now: without a time the library goes on from its latest one, for as
      // long as that is ahead.
      id: uuidv7({ msecs: Date.now() }),
      ...scope,
      cashRegisterId,
      apiKeyId: caller.apiKeyId,
      request,
      computed,
      warnings: warningsOf(
        [
          ...warnings,
          ...(found?.supersedes ? [sentence('superseding', { id: found.supersedes })] : []),
          ...(elsewhere === null ? [] : [sentence('originalElsewhere')]),
          ...decided.warnings,
          ...operator.warnings,
          ...validated.warnings,
        ],
        shaped.unknownFields,
      ),
      pricesIncludeVat: terms.pricesIncludeVat,
      seller: { ...terms.seller, ...operator.found, ...placeOf(caller) },
      originalId,
      external: found && { digest: found.digest, supersedes: found.supersedes },
      rootElsewhere: elsewhere?.root ?? rootElsewhereOf(original),
      iicReferences: decided.iicReferences,
    },
  };
}

/** The operators of a company, and what becomes of a name that is none of theirs. */
export type OperatorsOfCompany = EmployerOfOperators & {
  company: Pick<IssuerOfInvoices['company'], 'operatorNames'>;
};

/**
 * The operator whom the name selects, fixed from now on. Where the company has entered none, a name
 * is only printed, as it always was. Extensions §3.
 */
export async function selectOperator(
  db: Connected,
  caller: OperatorsOfCompany,
  { operatorName }: Pick<PartialInvoice, 'operatorName'>,
  issues: readonly Issue[],
): Promise<{ found?: { operatorCode: string }; issues: Issue[]; warnings: string[] }> {
  const nothing = { issues: [], warnings: [] };
  const name = givenText(operatorName);
  if (name === null || issues.some((known) => known.path === 'operatorName')) return nothing;
  const operatorCode = await findOperatorCode(db, caller, name);
  if (operatorCode !== null) return { ...nothing, found: { operatorCode } };
  if (caller.company.operatorNames === 'known') {
    return { ...nothing, issues: [unknownOperator()] };
  }
  if (caller.operators?.length === 0) return nothing;
  return { ...nothing, warnings: [sentence('operatorUnknown')] };
}

/** A draft is refused as well: it could never be numbered. ADR 11. */
function validateRegister({ lastDay }: IssuerOfInvoices): Issue[] {
  if (!hasEnded(lastDay, new Date())) return [];
  return [{ code: 'CASH_REGISTER_ENDED', path: '', message: sentence('cashRegisterEnded') }];
}

/** Where the register stands, fixed from now on; nothing where that is the town of the seat. */
function placeOf({ placeOfIssue, company }: IssuerOfInvoices): { placeOfIssue?: string } {
  return placeOfIssue === null || placeOfIssue === company.seller.town ? {} : { placeOfIssue };
}

/** The invoice that a corrective names, if the company has it; null for other documents. */
async function findOriginal(
  db: Connected,
  scope: InvoiceScope,
  { type, original }: PartialInvoice,
): Promise<StoredInvoice | null> {
  const iic = original?.id ?? '';
  return takesBack(type) && isIic(iic) ? findInvoiceByIic(db, scope, iic) : null;
}

/**
 * A corrective of an original that the company has in neither environment, where it takes such
 * ones; null for any other document. Extensions §1.
 */
async function originalElsewhere(
  db: Connected,
  { company, environment }: IssuerOfInvoices,
  request: InvoiceRequest,
): Promise<{ request: InvoiceRequest; root: RootElsewhere } | null> {
  const { type, original } = request;
  if (!takesBack(type) || !original || !company.originalsFromElsewhere) return null;
  // Spec, Corrective rules 7: test and live are never mixed.
  const mixed = {
    companyId: company.id,
    environment: environment === 'live' ? 'test' : 'live',
  } as const;
  if ((await findInvoiceByIic(db, mixed, original.id)) !== null) return null;
  const issuedAt = parseInstant(original.issuedAt);
  if (issuedAt === null) throw new Error(`the issue time ${original.issuedAt} is no date-time`);
  return {
    request: { ...request, original: { ...original, source: 'authority' } },
    root: { iic: original.id, issueDateTime: issueDateTimeOf(issuedAt) },
  };
}

/** What a corrective of a corrective of ours belongs to, where that is not stored here. */
function rootElsewhereOf(original: StoredInvoice | null): RootElsewhere | null {
  const root = original?.rootElsewhere;
  return root ? { iic: root.iic, issueDateTime: root.issueDateTime } : null;
}

/**
 * What the invoice is measured by, and keeps: the company's own settings, or, for a corrective, how
 * its original was priced and taxed, with its rates, whatever was changed since. Decisions §4.
 */
function termsOf(
  { vatRates }: AcceptanceDependencies,
  { company: { seller, pricesIncludeVat } }: IssuerOfInvoices,
  original: Original | null,
) {
  if (!original) return { seller, isInVat: seller.isInVat, pricesIncludeVat, vatRates };
  const { isInVat, vatNumber } = original.seller;
  return {
    seller: { ...seller, isInVat, vatNumber },
    isInVat,
    pricesIncludeVat: original.pricesIncludeVat,
    vatRates: [...new Set([...vatRates, ...itemsOf(original).map(({ vat }) => vat.rate)])],
  };
}

const itemsOf = ({ sold }: Original) => sold.flatMap(({ request }) => request.items);

/** Unknown fields last: a body may have any number of them. Decisions §4. */
export function warningsOf(warnings: string[], { named, count }: UnknownFields): string[] {
  const ignored = named.map((path) => sentence('unknownField', { path }));
  return limitWarnings([...warnings, ...ignored], count - named.length);
}

function originalOf(invoice: Original) {
  const { status, iic, issueDateTime, request } = invoice;
  const { typeOfInvoice, paymentMethod } = request;
  const items = itemsOf(invoice);
  return { status, iic, issueDateTime, typeOfInvoice, paymentMethod, items };
}

/** Of an invoice that is refused already: all problems at once. */
async function validateReplaced(
  db: Connected,
  scope: InvoiceScope,
  { replaces, type }: PartialInvoice,
): Promise<Issue[]> {
  if (!replaces || !isIic(replaces) || type !== 'Invoice') return [];
  return weighReplaced(await findReplaced(db, scope, { replaces })).issues;
}

/**
 * Decisions §4: a number above 0 is taken if it is free now and not too far ahead; both are looked
 * at again when the number is given.
 */
async function validateOrderNumber(
  { db, orderNumberMaxAhead }: AcceptanceDependencies,
  cashRegisterId: string,
  orderNumber: number,
): Promise<Issue[]> {
  if (orderNumber === 0) return [];
  const path = 'orderNumber';
  const year = localYearOf(new Date());
  const { isTaken, highest } = await findOrdinalUse(db, {
    cashRegisterId,
    year,
    ordinal: orderNumber,
  });
  if (isTaken) {
    const message = `orderNumber ${orderNumber} belongs to another invoice of this cash register.`;
    return [{ code: 'ORDER_NUMBER_TAKEN', path, message }];
  }
  const largest = largestOrderNumber(highest, orderNumberMaxAhead);
  if (orderNumber <= largest) return [];
  const message = orderNumberTooFar(orderNumber, largest);
  return [{ code: 'ORDER_NUMBER_TOO_FAR', path, message }];
}

/** Decisions §4: what would be too large for the authority is refused before it is stored. */
function validateMessageSize(...content: Parameters<typeof messageBytesMax>): Issue[] {
  const bytes = messageBytesMax(...content);
  if (!isMessageTooLarge(bytes)) return [];
  return [{ code: 'MESSAGE_TOO_LARGE', path: 'items', message: messageTooLarge(bytes) }];
}
