// How easily a password is guessed, by the list of common ones and the patterns of zxcvbn.

import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/**
 * Only the beginning is looked at: what it takes to guess that is the least that it takes to guess the
 * whole, and the time that the patterns take grows with the square of the length.
 */
const LOOKED_AT = 64;
/** Of 0 to 4: what falls below takes fewer than 10^8 guesses. */
const LOWEST_SCORE = 3;

/** What people of this trade and country come upon first. */
const NEARBY = [
  ...['fiskal', 'fiscal', 'fiskalizacija', 'racun', 'invoice', 'kasa', 'efi', 'pdv', 'pib'],
  ...['lozinka', 'sifra', 'prodavnica', 'firma', 'operater', 'operator', 'admin', 'servis'],
  ...['crnagora', 'montenegro', 'podgorica', 'niksic', 'bar', 'budva', 'kotor', 'tivat'],
];

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Whether it is among the first that somebody would try. @param known words about its owner. */
export async function isEasyToGuess(password: string, known: readonly string[]): Promise<boolean> {
  // 35 MB that only whoever checks a password needs.
  estimator ??= loadEstimator();
  const head = password.normalize('NFKC').slice(0, LOOKED_AT);
  return (await estimator).check(head, [...NEARBY, ...known]).score < LOWEST_SCORE;
}

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
