// The scripted replies: a queue of behaviours for the next messages that match, and a mode that
// holds until it is removed. A scripted reply goes before the mode.

import { z } from 'zod';
import type { Preview } from '../message/open-message.ts';
import { behaviourSchema, receiptCheckBehaviourSchema } from './behaviour.ts';
import type { Behaviour } from './behaviour.ts';

const replySchema = z.strictObject({
  /** Which messages it is for; every named field must match. */
  match: z
    .strictObject({
      kind: z.enum(['invoice', 'cash-deposit', 'tcr']).optional(),
      tcrCode: z.string().optional(),
      iic: z.string().toUpperCase().optional(),
      subsequentDelivery: z.boolean().optional(),
      operation: z.enum(['INITIAL', 'WITHDRAW']).optional(),
    })
    .default({}),
  behaviour: behaviourSchema,
  /** For how many messages it holds. */
  times: z.int().min(1).max(1_000_000).default(1),
});

/** Body of POST /control/script. */
export const scriptSchema = z.strictObject({ replies: z.array(replySchema).min(1).max(1000) });

/** Body of PUT /control/mode; absent or null: works as always. */
export const modeSchema = z.strictObject({
  service: behaviourSchema.nullable().default(null),
  receiptCheck: receiptCheckBehaviourSchema.nullable().default(null),
});

export class Script {
  /** The replies that wait, with the number of messages each is still for. */
  replies: z.output<typeof replySchema>[] = [];
  mode: z.output<typeof modeSchema> = modeSchema.parse({});

  /** The behaviour for a message: the first reply that matches, used up by one, or the mode. */
  behaviourFor({ subsequentDelivery, ...preview }: Preview): Behaviour | null {
    const seen = { ...preview, subsequentDelivery: subsequentDelivery !== null };
    const index = this.replies.findIndex(({ match }) =>
      Object.entries(match).every(([name, value]) => value === seen[name as keyof typeof match]),
    );
    const reply = this.replies[index];
    if (!reply) return this.mode.service;
    reply.times -= 1;
    if (reply.times === 0) this.replies.splice(index, 1);
    return reply.behaviour;
  }
}
