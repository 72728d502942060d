// Seeded randomness: the same seed gives the same run, here and on any machine.

/** A source of random numbers. */
export interface Random {
  /** A whole number from 0 up to, and without, `below`. */
  below(below: number): number;
  pick<T>(values: readonly T[]): T;
  /** True in one of `n` cases. */
  oneIn(n: number): boolean;
}

/** mulberry32: 32 bits of state, and good enough to wander through the cases. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number) => Math.floor((next() / 0x1_0000_0000) * limit);
  return {
    below,
    oneIn: (n) => below(n) === 0,
    pick: (values) => values[below(values.length)] as (typeof values)[number],
  };
}

/** The seed that was given, or one of the clock's; a failing run names it. */
export function seedOf(given: string | undefined): number {
  const seed = given === undefined || given === '' ? Date.now() % 0x1_0000_0000 : Number(given);
  if (!Number.isInteger(seed) || seed < 0) throw new Error(`not a seed: ${given}`);
  return seed;
}
