// The scripted replies: a queue of behaviours for the next messages that match, and a mode that
// holds until it is removed. A scripted reply goes before the mode.

import { z } from 'zod';
import type { Glimpse } from '../message/open-message.ts';
import { behaviourSchema } from './behaviour.ts';
import type { Behaviour, ReceiptCheckBehaviour } from './behaviour.ts';
import { behavioursOf } from './mix.ts';
import type { Mode } from './mix.ts';

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

/** One scripted reply with the number of messages it is still for. */
export type ScriptedReply = z.output<typeof replySchema>;

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
  #nextOfService: () => Behaviour | null = () => null;
  #nextOfReceiptCheck: () => ReceiptCheckBehaviour | null = () => null;

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

  /** Sets what holds from now on; a mix begins at its first draw. */
  set mode(mode: Mode) {
    this.#mode = mode;
    this.#nextOfService = behavioursOf(mode.service);
    this.#nextOfReceiptCheck = behavioursOf(mode.receiptCheck);
  }

  /** Back to working as always. */
  resetMode(): void {
    this.mode = NORMAL_MODE;
  }

  /**
   * The behaviour for a message: the first reply that matches, used up by one, or the mode. A
   * message that a reply is for takes no draw from a mix.
   */
  take(glimpse: Glimpse): Behaviour | null {
    const index = this.#replies.findIndex((reply) => matches(reply, glimpse));
    const reply = this.#replies[index];
    if (!reply) return this.#nextOfService();
    if (reply.times > 1) this.#replies[index] = { ...reply, times: reply.times - 1 };
    else this.#replies.splice(index, 1);
    return reply.behaviour;
  }

  /** The behaviour for a question of the receipt check: the mode's. */
  takeForReceiptCheck(): ReceiptCheckBehaviour | null {
    return this.#nextOfReceiptCheck();
  }
}
