// The scripted replies: a queue of behaviours for the next messages that match, and a mode that
// holds until it is removed. A scripted reply goes before the mode.

import { z } from 'zod';
import type { Glimpse } from '../message/open-message.ts';
import { behaviourSchema } from './behaviour.ts';
import type { Behaviour } from './behaviour.ts';

const replySchema = z.strictObject({
  /** Which messages it is for; every named field must match. */
  match: z
    .strictObject({
      kind: z.enum(['invoice', 'cash-deposit', 'tcr']).optional(),
      tcrCode: z.string().optional(),
      iic: z.string().optional(),
      subsequentDelivery: z.boolean().optional(),
    })
    .default({}),
  behaviour: behaviourSchema,
  /** For how many messages it holds. */
  times: z.int().min(1).max(1_000_000).default(1),
});

/** Body of POST /control/script. */
export const scriptSchema = z.strictObject({ replies: z.array(replySchema).min(1).max(1000) });

/** What the public receipt check does instead of answering. */
const receiptCheckModeSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('silence') }),
  z.strictObject({ type: z.literal('drop') }),
  z.strictObject({ type: z.literal('http'), status: z.int().min(200).max(599) }),
  z.strictObject({ type: z.literal('garbage') }),
  z.strictObject({ type: z.literal('html'), status: z.int().min(200).max(599).default(502) }),
]);

/** Body of PUT /control/mode: what holds until it is removed; absent or null: works as always. */
export const modeSchema = z.strictObject({
  service: behaviourSchema.nullable().default(null),
  receiptCheck: receiptCheckModeSchema.nullable().default(null),
});

/** One scripted reply with the number of messages it is still for. */
export type ScriptedReply = z.output<typeof replySchema>;
/** What holds until it is removed. */
export type Mode = z.output<typeof modeSchema>;

const NORMAL_MODE: Mode = { service: null, receiptCheck: null };

function matches({ match }: ScriptedReply, glimpse: Glimpse): boolean {
  const isMarked = glimpse.subsequentDelivery !== null;
  return (
    (match.kind === undefined || match.kind === glimpse.kind) &&
    (match.tcrCode === undefined || match.tcrCode === glimpse.tcrCode) &&
    (match.iic === undefined || match.iic.toUpperCase() === glimpse.iic) &&
    (match.subsequentDelivery === undefined || match.subsequentDelivery === isMarked)
  );
}

/** The script of one simulator. */
export class Script {
  #replies: ScriptedReply[] = [];
  #mode: Mode = NORMAL_MODE;

  /** Adds replies behind those that wait. */
  add(replies: readonly ScriptedReply[]): void {
    this.#replies.push(...replies);
  }

  /** Forgets every reply that waits. */
  clear(): void {
    this.#replies = [];
  }

  /** The replies that wait, with the number of messages each is still for. */
  pending(): readonly ScriptedReply[] {
    return this.#replies;
  }

  get mode(): Mode {
    return this.#mode;
  }

  set mode(mode: Mode) {
    this.#mode = mode;
  }

  /** Back to working as always. */
  resetMode(): void {
    this.#mode = NORMAL_MODE;
  }

  /** The behaviour for a message: the first reply that matches, used up by one, or the mode. */
  take(glimpse: Glimpse): Behaviour | null {
    const index = this.#replies.findIndex((reply) => matches(reply, glimpse));
    const reply = this.#replies[index];
    if (!reply) return this.#mode.service;
    if (reply.times > 1) this.#replies[index] = { ...reply, times: reply.times - 1 };
    else this.#replies.splice(index, 1);
    return reply.behaviour;
  }
}
