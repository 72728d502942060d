// The authority's usual sentences, in its own spelling, by what stands in them. The rest has the
// meaning of its code.

/** The first that matches decides: messages about totals also name the invoice. Protocol §6. */
const WORDS = [
  [/\bTCR software code\b|software code .*not/i, 'software'],
  [/\bTCR is not valid|\bENU\b.*\bnije\b/i, 'tcr'],
  [/INITIAL cash deposit cannot be changed/i, 'depositFixed'],
  [/Total VAT amount is wrong/i, 'vatTotal'],
  [/total invoice price is wrong/i, 'priceTotal'],
  [/Type of invoice doesn'?t match payment method/i, 'paymentMethod'],
  [/total price amount .*PaymentMethod/i, 'paymentTotal'],
  [/is not complete|must appear on element/i, 'incomplete'],
  [/Buyers? TIN is not in the correct format/i, 'buyerTin'],
  [/status of the taxpayer was not active/i, 'inactive'],
  [/operator code is not valid/i, 'operator'],
  [/business unit code is not valid/i, 'unit'],
  [/maintainer code is not valid/i, 'maintainer'],
  [/tax rate is not valid/i, 'rate'],
  [/(?:TotVATAmt|SameTaxes).* must not exist/i, 'notInVat'],
  [/tax rate or exempt from VAT must exist/i, 'rateMissing'],
  [/must be equal to SendDateTime/i, 'times'],
  [/negative values are allowed only/i, 'negative'],
  [/must not be older than 7 days/i, 'days7'],
  [/must not be older than 48\s?h/i, 'hours48'],
] as const;

/**
 * The key of the text that says what the authority means; null where the text is to be the code's.
 */
export function keyOfWords(words: string | null) {
  const known = words === null ? undefined : WORDS.find(([pattern]) => pattern.test(words));
  return known ? known[1] : null;
}

/** What the code is called in the texts: several have one meaning. */
export function keyOfCode(code: number): string {
  if (code === 0 || code >= 900) return 'internal';
  if (code === 10) return '11';
  return code >= 20 && code <= 32 ? 'signature' : String(code);
}
