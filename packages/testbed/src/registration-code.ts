import { randomInt } from 'node:crypto';

/**
 * A code of the authority's form, `ab123cd456` (XSD RegistrationCodeSType). What is printed is unique
 * by the TCR code, so that every cash register of an environment needs one of its own.
 */
export function randomCode(): string {
  const letters = () => String.fromCharCode(97 + randomInt(26), 97 + randomInt(26));
  const digits = () => String(randomInt(1000)).padStart(3, '0');
  return letters() + digits() + letters() + digits();
}
