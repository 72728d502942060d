// THE table of the sentences that the service stores about an invoice: why it failed or got no
// reply, and what is to be said of its acceptance. Each has a key. A sentence is written from the
// table, and read back from its text, which is what is stored and what the API gives: the panel
// gets key and values beside it, and says them in the reader's language. ADR 27.

import { REMEDIES, REMEDY_KEYS } from './remedy.ts';
import type { RemedyKey } from './remedy.ts';

/** By key, in English; `{{name}}` stands for a value. A text says the first that fits it. */
export const SENTENCES = {
  // Of a failure: `error`.
  refusedInvoice: 'The tax authority refused the invoice (code {{efiCode}}): {{efiMessage}}',
  refusedDeposit: 'The INITIAL cash deposit failed (code {{efiCode}}): {{efiMessage}}',
  refusedWithdrawal: 'The tax authority refused the withdrawal (code {{efiCode}}): {{efiMessage}}',
  refusedCashRegister:
    'The tax authority refused the cash register (code {{efiCode}}): {{efiMessage}}',
  unavailable: 'The tax authority did not reply: {{why}}',
  serviceClock:
    'The clock of the service is {{seconds}} s {{side}} the clock of the tax authority.',
  workerClock: 'The clock of the worker is {{seconds}} s {{side}} the clock of the database.',
  issueTimeAhead:
    'The last issue time of the TCR code, {{lastIssuedAt}}, is {{seconds}} s {{side}} the clock of the database.',
  nothingSigned: 'Nothing is signed until it is set right.',
  nothingNumbered: 'No invoice is numbered until that time has come.',
  numbersUnconfirmed:
    'The database was restored or replaced. Nothing is signed until the last number of the cash register is confirmed.',
  tcrMissing: 'The cash register is not registered with the tax authority.',
  tcrCodeTaken:
    'The tax authority gave the TCR code {{tcrCode}}. The cash register "{{name}}" has it, so it was not stored on this one.',
  tcrCodeTakenElsewhere:
    'The tax authority gave the TCR code {{tcrCode}}. A cash register of another company has it, so it was not stored on this one.',
  cashRegisterEnded: 'The last day of use of the cash register has passed.',
  orderNumberTaken:
    'The order number {{orderNumber}} belongs to another invoice of this cash register and year.',
  orderNumberTooFar:
    'orderNumber {{orderNumber}} is too far beyond the highest number in use of this cash register and year: at most {{largest}} can be taken now.',
  messageTooLarge:
    'The message to the tax authority would have up to {{bytes}} bytes, and it takes at most {{bytesMax}}: split the invoice.',
  messageInvalid:
    'The message could not be written as the tax authority asks for it. Nothing was sent.',
  liveEndpointMissing:
    'This service is not connected to the live service of the tax authority: nothing live is sold here.',
  certificateMissing: 'The company has no certificate for this environment.',
  certificateEarly: 'The certificate is not valid yet.',
  certificateExpired: 'The certificate has expired.',
  certificateOfOther: 'The certificate belongs to another TIN.',
  certificateUnreadable: 'A certificate in the file is not an X.509 certificate.',
  keyOfOther: 'The private key does not belong to the certificate.',
  keyUnreadable: 'The private key is not readable.',
  keySealed: 'The sealed private key can not be opened with this identity.',

  // Of a failure that the table of remedies does not fit: `remedy`.
  setClock: 'The operator of the service sets its clock right; then call fiscalize again.',
  waitForTime: 'Fiscalize again after that time, or tell the operator of the service.',
  registerTcr: 'Check the ENU in the admin panel or call POST /api/tcr/register with {}.',
  clearTcrCode:
    'Clear the code on that cash register in the admin panel if it does not belong there; then repeat the call: the authority gives the same code again.',
  clearTcrCodeElsewhere:
    'The operator of the service clears the code where it does not belong; then repeat the call: the authority gives the same code again.',
  lowerOrderNumber:
    'Create the invoice again with a lower orderNumber, or with 0 to have one assigned.',
  smallerInvoices: 'Create several smaller invoices instead.',
  tellOperator: 'Report it to the operator of the service.',
  repeatUnsent: 'Call fiscalize again: nothing was sent.',
  connectEndpoint: 'The operator of the service connects it; then call fiscalize again.',
  enterAgain: 'Then enter the withdrawal again if that was not done yet, with another externalId.',
  enterAgainIfMissing:
    'An earlier message about it may have been registered: look it up at the tax authority before you enter the withdrawal again, with another externalId.',
  askAgain: 'Ask again, or confirm the number by hand.',

  // Why a corrective of an original elsewhere is refused; without the full stop also a warning.
  originalUnknown:
    'The tax authority knows no invoice of the TIN {{tin}} with the IIC {{iic}} and the issue time {{issueDateTime}}.',
  originalType: 'typeOfInvoice must be {{typeOfInvoice}}, as on the original.',
  originalPayment: 'Payment method not allowed: the original was paid by {{paymentMethods}}.',
  originalRate: '{{path}} must be the rate of the original line: {{rates}}.',
  originalLine: '{{path}} must be as on the original line: {{values}}.',
  originalCancelled:
    'Nothing is left of the original: it was cancelled in full by the corrective with the id {{id}}.',
  oneLeftOfItem:
    '{{path}} takes back more than was sold: {{quantity}} of "{{name}}", of which 1 is left.',
  moreOfItem:
    '{{path}} takes back more than was sold: {{quantity}} of "{{name}}", of which {{left}} are left.',
  moreOfRate:
    'The lines{{ofRate}} take back more than was sold: {{amount}} without VAT, of which {{left}} is left.',
  moreInAll:
    'The corrective takes back more than was sold: {{amount}} with VAT, of which {{left}} is left.',
  moreOfMethod: 'The corrective gives back {{amount}} by {{method}}, of which {{left}} is left.',
  moreOfAdvance:
    'The corrective takes back {{amount}} of the advance that pays no invoice which it names, of which {{left}} is left.',
  moreThanAdvance: 'The invoice takes {{amount}} out of the advance, of which {{left}} is left.',

  // Warnings of a record.
  moreThanInDrawer:
    'more was taken out of the drawer than was in it: {{amount}} are missing by the invoices, deposits and withdrawals of the day',
  idempotencyKey:
    'the Idempotency-Key header has no effect: a repeated create makes another invoice. Send an externalId in the body: the same call again finds the first one',
  externalIdAfterLoss:
    'the database was restored or replaced, as was seen at {{time}}: whether this sale was registered before that under the same externalId is not known here; compare it with the receipts of your till',
  superseding:
    'the externalId was that of the invoice {{id}}, which this one supersedes: it can not be fiscalized any more',
  originalElsewhere:
    'original.id names no invoice of this company here: the tax authority is asked about it before the corrective gets its number',
  unknownField: '{{path}} is not a known field and was ignored',
  oneMoreWarning: '1 more warning is not listed',
  moreWarnings: '{{count}} more warnings are not listed',
  advanceIicUnused: 'advancePaymentIic is used for ADVANCE payments only and was ignored',
  originalUnused: 'original is used on a corrective only and was ignored',
  nonCash:
    'paymentMethod {{paymentMethod}} is non-cash for the authority: the invoice is registered and printed as NonCash',
  textCutWritten:
    '{{path}} is longer than {{length}} characters after transliteration; the authority receives the first {{cutTo}}',
  textCut:
    '{{path}} is longer than {{length}} characters; the authority receives the first {{cutTo}}',
  textUnprinted: '{{path}} has letters that no font prints: "{{written}}" stands beside it',
  tookMoreOfItem: 'more was taken back than was sold: {{quantity}} of "{{name}}" too much',
  tookMoreOfRate: 'more was taken back than was sold: {{amount}} without VAT{{ofRate}} too much',
  discountLost:
    'the original was sold with a discountAmount of {{discount}}, which this cancellation of all its lines does not carry: it takes back {{amount}} instead of {{sold}}',
  advanceUnknown:
    'advancePaymentIic names no invoice of this company here, so that what is left of the advance is not known',
  advanceReduced:
    'a corrective of this advance names the invoice {{iic}} with {{amount}}, of which the advance pays {{paid}} by now',
  buyerLost: 'the corrective has no buyer; the original was sold to {{sold}}',
  buyerOther: "buyer is not the original's: {{sold}}",
  operatorUnknown:
    'operatorName is none of the operators of the company: it is printed alone, and the code is that of the cash register',
  advanceOther: "advancePaymentIic is not the original's: {{iic}}",
  replacedTwice: 'the document {{id}} is also replaced by {{other}}',

  // Why there is no reply of the authority: in `unavailable`, and `detail` of a message.
  noConnection: 'No connection to it could be made, or the connection broke.',
  replyUnreadable: 'Its reply could not be read.',
  noTimeLeft: 'There was no time left to send it.',
  noTimeOnceConnected: 'There was no time left to send it when the connection stood.',
  authoritySilent: 'The tax authority does not reply at the moment.',
  depositUnanswered: 'The cash deposit of the day got no reply in time.',
  depositBusy: 'Another deposit of the day is still being registered.',
  originalUnclear: 'its public receipt check says nothing of the original that can be used.',
  givenUpBefore: 'The caller gave up before the request.',
  givenUp: 'The caller gave up.',
  connectTimeout: 'No connection within {{ms}} ms.',
  replyTimeout: 'No complete reply within {{ms}} ms.',
  connectionEnded: 'The connection ended without a reply.',
  connectionFailed: 'The connection failed: {{words}}',
  simulatorReplied: 'The simulator replied: {{words}}',
  replyTooLarge: 'The reply has more than {{bytes}} bytes.',
  replyBroken: 'The reply could not be read: {{words}}',
  httpError: 'HTTP status {{status}} without a fault.',
  faultOfOther: 'The fault is about {{requestUuid}}.',
  faultUndocumented: 'Fault {{efiCode}}, which is not documented: {{efiMessage}}',
  faultWithoutCode: 'Fault without a code: {{efiMessage}}',
  fault: 'Fault {{efiCode}}: {{efiMessage}}',
  xmlDoctype: 'The document has a DOCTYPE, which no reply needs.',
  xmlBroken: 'The document is not XML: {{words}}',
  xmlNoEnvelope: 'The document is no SOAP envelope but <{{name}}>.',
  xmlMessages: 'The SOAP envelope does not hold exactly one message.',
  replyOtherMessage: 'The reply is <{{name}}>, not a {{expected}}.',
  replyOtherParts: 'The reply is not a Header and a {{identifier}}.',
  replyToOther: 'The reply is to {{requestUuid}}, which is not our request.',
  replyIdentifier: 'The {{identifier}} of the reply is malformed.',
  signatureWrong: 'The signature of the reply is wrong.',
  signatureChanged: 'The reply was changed after it was signed.',
  signatureCount: 'The reply does not carry exactly one signature.',
  signatureElsewhere: 'The signature does not refer to the reply.',
  signatureForm: "The signature's {{element}} is not of the known form.",
  signatureAlgorithm: "The signature's {{element}} is not {{algorithm}}.",
  certificatesMany: 'The reply carries {{count}} certificates, more than any chain has.',
  certificatesNone: 'The reply carries no certificate that can be read.',
  certificateUnpinned:
    'The reply is signed by a certificate of the tax authority that is not pinned: SHA-256 {{fingerprints}}.',
  certificateTime: 'The certificate of the reply is valid from {{from}} to {{to}}.',
  certificateOfCa:
    'The reply is signed by a certification authority, which signs certificates only.',
  certificateOfOthers: 'The reply is signed by {{organization}}, which is not the tax authority.',
  certificateOfServer: 'The reply is signed by the certificate of a TLS server.',
  certificateUse: 'The reply is signed by a certificate that is not for digital signatures.',
  certificateUnanchored:
    'The replies of the authority are signed by {{certificate}}, which the configured trust anchors do not contain and did not issue.',
  receiptHttp: 'The receipt check replied with HTTP status {{status}}.',
  receiptNoJson: 'The receipt check did not reply with JSON.',
  receiptNoObject: 'The receipt check did not reply with an object.',
  receiptOfOther: 'The receipt check replied about another receipt.',
  receiptNoFic: 'The receipt check replied without a FIC.',
  foundByReceiptCheck: 'Found by the public receipt check.',

  // Parts of the sentences above.
  ahead: 'ahead of',
  behind: 'behind',
  atRate: ' of the rate {{rate}} %',
  ofExemption: ' of the exemption {{exemption}}',
  itHasNone: 'it has none',
} as const;

type OwnKey = keyof typeof SENTENCES;
/** Of a sentence of SENTENCES, or of one of REMEDIES. */
export type SentenceKey = OwnKey | `remedy.${RemedyKey}`;

/** Every key, in the order of the tables. */
export const SENTENCE_KEYS: readonly SentenceKey[] = [
  ...(Object.keys(SENTENCES) as OwnKey[]),
  ...REMEDY_KEYS.map((key) => `remedy.${key}` as const),
];

type NameIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never;
type Values<Key extends OwnKey> = Readonly<
  Record<NameIn<(typeof SENTENCES)[Key]>, string | number>
>;

/** The sentence in English, with its values as they are. */
export function sentence<Key extends OwnKey>(
  key: Key,
  ...[values]: NameIn<(typeof SENTENCES)[Key]> extends never ? [] : [values: Values<Key>]
): string {
  const given: Readonly<Record<string, string | number>> = values ?? {};
  return SENTENCES[key].replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => String(given[name]));
}

/** What a sentence says: its key, and its values as they stand in the text. */
export interface Clause {
  key: SentenceKey;
  values: Record<string, string>;
}

/** A sentence that was read; `parts`: those of its values that are sentences of the table, too. */
export interface ReadSentence extends Clause {
  parts: Record<string, Clause>;
}

/** Values that may be sentences; all others are words from outside, whatever they look like. */
const PARTS = ['why', 'side', 'ofRate', 'sold', 'iic'];
/** What is never said alone. */
const FRAGMENTS: readonly SentenceKey[] = ['ahead', 'behind', 'atRate', 'ofExemption', 'itHasNone'];

/**
 * What a text says, sentence by sentence; null where it is none of ours, or written otherwise by
 * another release. Of a text that was cut and ends in `…` the last value is what is left of it, and
 * those behind it are absent.
 */
export function readSentences(text: string): ReadSentence[] | null {
  const whole = clauseOf(text) ?? (text.endsWith('…') ? cutClauseOf(text) : null);
  if (whole !== null) return FRAGMENTS.includes(whole.key) ? null : [withParts(whole)];
  for (let end = text.indexOf('. '); end !== -1; end = text.indexOf('. ', end + 1)) {
    const first = clauseOf(text.slice(0, end + 1));
    const rest = first === null ? null : readSentences(text.slice(end + 2));
    if (first !== null && rest !== null) return [withParts(first), ...rest];
  }
  return null;
}

function withParts(clause: Clause): ReadSentence {
  const parts: Record<string, Clause> = {};
  for (const name of PARTS) {
    const part = clauseOf(clause.values[name] ?? '');
    if (part !== null) parts[name] = part;
  }
  return { ...clause, parts };
}

/** A sentence of the table: its words, and the names of the values between them. */
interface Template {
  key: SentenceKey;
  words: readonly [first: string, ...rest: string[]];
  names: readonly string[];
}

const TEMPLATES: readonly Template[] = [
  ...Object.entries(SENTENCES).map(([key, text]) => templateOf(key as OwnKey, text)),
  ...REMEDY_KEYS.map((key) => templateOf(`remedy.${key}`, REMEDIES[key])),
];

function templateOf(key: SentenceKey, text: string): Template {
  const [first = '', ...rest] = text.split(/\{\{(\w+)\}\}/);
  return {
    key,
    words: [first, ...rest.filter((_, index) => index % 2 === 1)],
    names: rest.filter((_, index) => index % 2 === 0),
  };
}

function clauseOf(text: string): Clause | null {
  // A warning is written without the full stop of the refusal that says the same.
  for (const written of text.endsWith('.') ? [text] : [text, `${text}.`]) {
    for (const template of TEMPLATES) {
      const values = valuesIn(written, template);
      if (values !== null) return { key: template.key, values };
    }
  }
  return null;
}

/** The values of a text that has these words in this order; null where it has not. */
function valuesIn(text: string, { words, names }: Template): Record<string, string> | null {
  const [first, ...rest] = words;
  if (!text.startsWith(first)) return null;
  const values: Record<string, string> = {};
  let at = first.length;
  for (const [index, name] of names.entries()) {
    const next = rest[index] ?? '';
    const isLast = index === names.length - 1;
    const end = isLast ? text.length - next.length : text.indexOf(next, at);
    if (end < at || !text.startsWith(next, end)) return null;
    values[name] = text.slice(at, end);
    at = end + next.length;
  }
  return at === text.length ? values : null;
}

/** As clauseOf, of a text whose end is missing. */
function cutClauseOf(text: string): Clause | null {
  for (const { key, words, names } of TEMPLATES) {
    const [first, ...rest] = words;
    let at = text.startsWith(first) ? first.length : -1;
    const values: Record<string, string> = {};
    for (const [index, name] of at === -1 ? [] : names.entries()) {
      const next = rest[index] ?? '';
      const end = next === '' ? -1 : text.indexOf(next, at);
      values[name] = end === -1 ? text.slice(at) : text.slice(at, end);
      // Without any of its words in the text it would be every sentence.
      if (end === -1 && at > 0) return { key, values };
      if (end === -1) break;
      at = end + next.length;
    }
  }
  return null;
}
