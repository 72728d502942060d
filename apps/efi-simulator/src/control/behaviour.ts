// What a script or a mode may make of a reply. Two families: those that process the message,
// register it if it is right, and spoil or delay the reply; and those that do not process it.

import { z } from 'zod';

const DAY_MS = 86_400_000;

/** Behaviours that leave a message, or a question of the receipt check, unread. */
const unprocessedBehaviours = [
  /** No response; the connection stays open. */
  z.strictObject({ type: z.literal('silence') }),
  /** Closes the connection without a word. */
  z.strictObject({ type: z.literal('drop') }),
  /** An HTTP status with an empty body. */
  z.strictObject({ type: z.literal('http'), status: z.int().min(200).max(599) }),
  /** Status 200 with bytes that are no XML. */
  z.strictObject({ type: z.literal('garbage') }),
  /** A proxy's error page. */
  z.strictObject({ type: z.literal('html'), status: z.int().min(200).max(599).default(502) }),
  /** These very bytes as the body, whatever they are. */
  z.strictObject({
    type: z.literal('bytes'),
    base64: z.base64(),
    status: z.int().min(200).max(599).default(200),
    contentType: z.string().max(200).optional(),
    contentEncoding: z.string().max(200).optional(),
  }),
] as const;

/** Any behaviour of the service, as JSON: unread messages first, then those that are processed. */
export const behaviourSchema = z.discriminatedUnion('type', [
  ...unprocessedBehaviours,
  /** A fault with any code, whatever the message says. */
  z.strictObject({
    type: z.literal('fault'),
    code: z.int().min(0).max(999),
    message: z.string().min(1).max(1000),
    faultcode: z.enum(['CLIENT', 'SERVER']).optional(),
  }),
  /**
   * Refuses an IIC that it has, marked as subsequent delivery or not: the live service may do so.
   */
  z.strictObject({ type: z.literal('refuse-repeated') }),
  /** The usual reply, but late. */
  z.strictObject({ type: z.literal('delay'), ms: z.int().min(0).max(DAY_MS) }),
  /** Registers, then closes the connection without a word. */
  z.strictObject({ type: z.literal('accept-then-drop') }),
  /** Registers, then sends nothing. */
  z.strictObject({ type: z.literal('accept-then-silence') }),
  /** Registers, then kills its own process with SIGKILL. */
  z.strictObject({ type: z.literal('accept-then-die') }),
  /** Registers; the reply breaks off in the middle. */
  z.strictObject({ type: z.literal('truncated') }),
  /** Registers; status 200 with an empty body. */
  z.strictObject({ type: z.literal('empty') }),
  /** Registers; the SignatureValue of the reply is wrong. */
  z.strictObject({ type: z.literal('wrong-signature') }),
  /** Registers; the code in the reply was changed after signing. */
  z.strictObject({ type: z.literal('tampered') }),
  /** Registers; the reply has no Signature. */
  z.strictObject({ type: z.literal('unsigned') }),
  /** Registers; the reply is rightly signed and belongs to another request. */
  z.strictObject({ type: z.literal('wrong-request-uuid') }),
]);

export type Behaviour = z.output<typeof behaviourSchema>;

/** What the public receipt check may do instead of responding, as JSON. */
export const receiptCheckBehaviourSchema = z.discriminatedUnion('type', [
  ...unprocessedBehaviours,
  /** Does not show yet what was registered less than this time ago. */
  z.strictObject({ type: z.literal('lag'), ms: z.int().min(0).max(DAY_MS) }),
]);

/** A behaviour under which nothing is processed and no reply is sent. */
export type UnprocessedBehaviour = z.output<(typeof unprocessedBehaviours)[number]>;

/** True for behaviours under which nothing is processed and no reply is sent. */
export function isUnprocessed(
  behaviour: Behaviour | z.output<typeof receiptCheckBehaviourSchema>,
): behaviour is UnprocessedBehaviour {
  return unprocessedBehaviours.some(({ shape }) => shape.type.value === behaviour.type);
}

/** True for behaviours under which a message is neither checked nor registered. */
export function leavesUnread(behaviour: Behaviour): boolean {
  return isUnprocessed(behaviour) || behaviour.type === 'fault';
}
