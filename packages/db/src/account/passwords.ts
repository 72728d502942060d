import { hash, verify } from '@node-rs/argon2';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** RFC 9106, second recommended option: 64 MiB, three passes. The library's variant is argon2id. */
const COSTS = { memoryCost: 65_536, timeCost: 3, parallelism: 4 };

/**
 * argon2id in PHC form, with a salt of its own; made on the thread pool. Keyboards that compose
 * letters
 * differently type the same password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), COSTS);
}

/** Compares with a hash of hashPassword, whatever its costs were. */
export function isPassword(password: string, passwordHash: string): Promise<boolean> {
  return verify(passwordHash, password.normalize('NFKC'));
}

const SHORTEST = 12;
/** argon2 takes more; people type less. */
const LONGEST = 200;
/** Twelve characters that are four are fewer than 10^8 passwords. */
const FEWEST_DIFFERENT = 5;

/**
 * Why the password must not be chosen; null if it may. @param email of the person who chooses it.
 */
export async function passwordProblem(password: string, email: string): Promise<string | null> {
  if (password.length < SHORTEST) return `The password must have at least ${SHORTEST} characters.`;
  if (password.length > LONGEST) return `The password must have at most ${LONGEST} characters.`;
  if (new Set(password).size < FEWEST_DIFFERENT) return 'The password repeats too few characters.';
  const [name = ''] = email.toLowerCase().split('@');
  const lower = password.toLowerCase();
  if (
    lower === email.toLowerCase() ||
    (name.length >= 4 && lower.replaceAll(name, '').length < 6)
  ) {
    return 'The password must not be the e-mail address.';
  }
  if (await isEasyToGuess(password, email.toLowerCase().split(/[@.]/))) {
    return 'The password is among the first that are tried, or repeats characters. Choose a few unrelated words.';
  }
  return null;
}

/**
 * Only the beginning is looked at: what it takes to guess that is the least that it takes to guess
 * the whole, and the time that the patterns take grows with the square of the length.
 */
const LOOKED_AT = 64;
/** Of 0 to 4: what falls below takes fewer than 10^8 guesses. */
const LOWEST_SCORE = 3;

const NEARBY = (
  'fiskal fiscal fiskalizacija racun invoice kasa efi pdv pib lozinka sifra prodavnica ' +
  'firma operater operator admin servis crnagora montenegro podgorica niksic bar budva kotor tivat'
).split(' ');

let estimator: Promise<ZxcvbnFactory> | undefined;

/**
 * Whether it is among the first that an attacker tries, as it is or with each run of one character
 * written once: the estimate takes the parts of `aaaabbbbcccd` for unrelated.
 * @param known words about its owner.
 */
async function isEasyToGuess(password: string, known: readonly string[]): Promise<boolean> {
  // 35 MB that only a process needs that checks a password.
  estimator ??= loadEstimator();
  const factory = await estimator;
  const head = password.normalize('NFKC').slice(0, LOOKED_AT);
  const words = [...NEARBY, ...known];
  return [head, head.replaceAll(/(.)\1+/gisu, '$1')].some(
    (text) => factory.check(text, words).score < LOWEST_SCORE,
  );
}

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
