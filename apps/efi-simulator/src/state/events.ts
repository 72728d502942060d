// Everything that ever happened to the simulator is one of these events. The state in memory is
// made of them alone, and the state file is a list of them, one JSON line each. Fields that an
// older version has written, and that are not here any more, are passed over.

import { z } from 'zod';
import { registryDocumentSchema } from './registry.ts';

const text = z.string();
const optionalText = z.string().nullable();

/** One message received, with what became of it. */
const messageEvent = z.object({
  type: z.literal('message'),
  /** 1, 2, 3 … in order of arrival. */
  sequence: z.int(),
  receivedAt: z.iso.datetime(),
  kind: z.enum(['invoice', 'cash-deposit', 'tcr']).nullable(),
  requestUuid: optionalText,
  tin: optionalText,
  tcrCode: optionalText,
  iic: optionalText,
  ordinal: optionalText,
  subsequentDelivery: optionalText,
  /** Of a cash deposit as it was sent, as are the next two; null in older state files. */
  operation: optionalText.default(null),
  changeDateTime: optionalText.default(null),
  cashAmt: optionalText.default(null),
  bytes: z.int(),
  /**
   * `accepted`: it had an effect; `repeated`: its IIC, or a withdrawal of its content, was known
   * and the first FIC or FCDC given back;
   * `refused`: a fault; `ignored`: never looked at, by script, by mode or because it is an attack.
   */
  outcome: z.enum(['accepted', 'repeated', 'refused', 'ignored']),
  /** Code of the refusal, or of the fault that a script or a mode sent. */
  code: z.int().nullable(),
  message: optionalText,
  /** FIC of an invoice, FCDC of a deposit, code of a TCR. */
  answer: optionalText,
  /** What a script or a mode made of the reply. */
  behaviour: optionalText,
  /** What the nightly checks would find (protocol §6, deferred checks). */
  findings: z.array(text),
  /** The connection was closed before the reply was out, by whichever side. */
  answerLost: z.boolean().default(false),
});

/** The connection of a message was closed before its reply was out. */
const answerLostEvent = z.object({ type: z.literal('answer-lost'), sequence: z.int() });

/** One request to the public receipt check. */
const receiptCheckEvent = z.object({
  type: z.literal('receipt-check'),
  checkedAt: z.iso.datetime(),
  /** Sequence of the last message that had come before; 0: none. */
  afterMessage: z.int(),
  /** Null if the request held nothing that looks like an IIC. */
  iic: optionalText,
  /** `spoilt`: a mode withheld the response, whatever it would have been. */
  outcome: z.enum(['found', 'not-found', 'spoilt']),
  /** What a mode made of the reply. */
  behaviour: optionalText,
});

/** One invoice registered: one effect. The same IIC may have several (protocol §14). */
const invoiceEvent = z.object({
  type: z.literal('invoice'),
  sequence: z.int(),
  iic: text,
  fic: text,
  tin: text,
  tcrCode: text,
  ordinal: z.int(),
  year: text,
  invoiceNumber: text,
  issueDateTime: text,
  /** Calendar day of issue in Montenegro. */
  day: text,
  /** Null in state files that are older than this field. */
  invType: optionalText.default(null),
  typeOfInv: text,
  /** IIC of the original if it is a corrective. */
  correctedIic: optionalText,
  totalPrice: text,
  /** Sum of its BANKNOTE payments in euros; 0.00 in state files that are older than this field. */
  banknotes: text.default('0.00'),
  /** The whole SOAP message. */
  soap: text,
});

const depositEvent = z.object({
  type: z.literal('deposit'),
  sequence: z.int(),
  fcdc: text,
  tin: text,
  tcrCode: text,
  operation: text,
  changeDateTime: text,
  day: text,
  /** Euros. */
  amount: text,
});

/** Master data set by hand or by RegisterTCR. */
const registryEvent = z.object({
  type: z.literal('registry'),
  document: registryDocumentSchema,
});

/** A taxpayer's certificate seen for the first time. */
const certificateEvent = z.object({ type: z.literal('certificate'), pem: text });

const certificateStatusEvent = z.object({
  type: z.literal('certificate-status'),
  serialNumber: text,
  status: z.enum(['good', 'revoked', 'unknown']),
});

/** Any event, as it stands in the state file. */
export const eventSchema = z.discriminatedUnion('type', [
  messageEvent,
  answerLostEvent,
  receiptCheckEvent,
  invoiceEvent,
  depositEvent,
  registryEvent,
  certificateEvent,
  certificateStatusEvent,
]);

export type SimulatorEvent = z.output<typeof eventSchema>;
export type MessageEntry = z.output<typeof messageEvent>;
/** One request to the public receipt check. */
export type ReceiptCheck = z.output<typeof receiptCheckEvent>;
export type RegisteredInvoice = z.output<typeof invoiceEvent>;
/** One cash deposit registered. */
export type RegisteredDeposit = z.output<typeof depositEvent>;
