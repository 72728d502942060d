import { hash, verify } from '@node-rs/argon2';
import { isEasyToGuess } from './password-strength.ts';

/** RFC 9106, second recommended option: 64 MiB, three passes. The library's variant is argon2id. */
const COSTS = { memoryCost: 65_536, timeCost: 3, parallelism: 4 };

/** argon2id in PHC form, with a salt of its own; made on the thread pool. Keyboards that compose letters
 * differently type the same password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), COSTS);
}

/** Compares with a hash of hashPassword, whatever its costs were. */
export function isPassword(password: string, passwordHash: string): Promise<boolean> {
  return verify(passwordHash, password.normalize('NFKC'));
}

const SHORTEST = 12;
/** argon2 takes more; nobody types more. */
const LONGEST = 200;

/** What is wrong with a password that somebody chooses, in a sentence; null if nothing. */
export async function passwordProblem(password: string, email: string): Promise<string | null> {
  if (password.length < SHORTEST) return `The password must have at least ${SHORTEST} characters.`;
  if (password.length > LONGEST) return `The password must have at most ${LONGEST} characters.`;
  if (new Set(password).size < 4) return 'The password repeats too few characters.';
  const [name = ''] = email.toLowerCase().split('@');
  const lower = password.toLowerCase();
  if (
    lower === email.toLowerCase() ||
    (name.length >= 4 && lower.replaceAll(name, '').length < 6)
  ) {
    return 'The password must not be the e-mail address.';
  }
  if (await isEasyToGuess(password, email.toLowerCase().split(/[@.]/))) {
    return 'The password is among the first that are tried. Choose a few unrelated words.';
  }
  return null;
}
