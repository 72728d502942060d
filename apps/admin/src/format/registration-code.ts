/** What was typed or pasted, as the tax register writes it: small letters, no spaces. */
export function tidyCode(text: string): string {
  return text.replaceAll(/\s/g, '').toLowerCase();
}

/** Two letters and three digits, twice: `ab123cd456`. */
export function isRegistrationCode(code: string): boolean {
  return /^(?:[a-z]{2}\d{3}){2}$/.test(code);
}
