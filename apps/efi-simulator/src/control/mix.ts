// A random behaviour that can be had again: the same seed and the same choices give the same row of
// draws, one for each message in the order of arrival.

import { z } from 'zod';
import { behaviourSchema, receiptCheckBehaviourSchema } from './behaviour.ts';
import type { Behaviour, ReceiptCheckBehaviour } from './behaviour.ts';

/** Some behaviours, each drawn as often as its share of all weights says. */
export interface Mix<B> {
  readonly type: 'mix';
  readonly seed: number;
  readonly choices: readonly { readonly weight: number; readonly behaviour: B }[];
}

function mixOf<Schema extends z.ZodType>(behaviour: Schema) {
  const weight = z.number().positive().max(1_000_000);
  return z.strictObject({
    type: z.literal('mix'),
    seed: z.int(),
    choices: z.array(z.strictObject({ weight, behaviour })).min(1).max(100),
  });
}

/** Body of PUT /control/mode: what holds until it is removed; absent or null: works as always. */
export const modeSchema = z.strictObject({
  service: z
    .discriminatedUnion('type', [behaviourSchema, mixOf(behaviourSchema)])
    .nullable()
    .default(null),
  receiptCheck: z
    .discriminatedUnion('type', [receiptCheckBehaviourSchema, mixOf(receiptCheckBehaviourSchema)])
    .nullable()
    .default(null),
});

/** What holds until it is removed. */
export type Mode = z.output<typeof modeSchema>;

/** mulberry32: numbers from 0 up to 1, the same row for the same seed on every machine. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function drawFrom<B>({ seed, choices }: Mix<B>): () => B | null {
  const random = randomNumbers(seed);
  const total = choices.reduce((sum, choice) => sum + choice.weight, 0);
  return () => {
    let rest = random() * total;
    const chosen = choices.find((choice) => (rest -= choice.weight) < 0);
    return (chosen ?? choices.at(-1))?.behaviour ?? null;
  };
}

function isMix<B extends Behaviour | ReceiptCheckBehaviour>(part: B | Mix<B>): part is Mix<B> {
  return part.type === 'mix';
}

/** What gives the behaviour of each next message under one part of a mode. */
export function behavioursOf<B extends Behaviour | ReceiptCheckBehaviour>(
  part: B | Mix<B> | null,
): () => B | null {
  if (part === null) return () => null;
  return isMix(part) ? drawFrom(part) : () => part;
}

/** Every behaviour that one part of a mode can have. */
export function possibleBehaviours<B extends Behaviour | ReceiptCheckBehaviour>(
  part: B | Mix<B> | null,
): readonly B[] {
  if (part === null) return [];
  return isMix(part) ? part.choices.map(({ behaviour }) => behaviour) : [part];
}
