// The link that an invoice's QR code holds: its parameters are the seven values and the IIC. The
// `+` of the time stands in it as it is, which a reader of forms would take for a space.

/** By value, its parameter. */
const names = {
  tin: 'tin',
  issueDateTime: 'crtd',
  ordinal: 'ord',
  businessUnitCode: 'bu',
  tcrCode: 'cr',
  softwareCode: 'sw',
  total: 'prc',
  compareWith: 'iic',
} as const;

/** The values as the link writes them. */
export type LinkedValues = Record<keyof typeof names, string>;

/** Null where it is no such link. */
export function readInvoiceLink(text: string): LinkedValues | null {
  const query = text.trim().split('?')[1];
  if (query === undefined) return null;
  const search = new URLSearchParams(query.replaceAll('+', '%2B'));
  const values = Object.entries(names).map(([field, name]) => [field, search.get(name)] as const);
  if (values.some(([, value]) => value === null)) return null;
  return Object.fromEntries(values) as unknown as LinkedValues;
}

/** `1.234,50` or `1,234.50`, as people write it, to `1234.50`; null where it is no amount. */
export function readTotal(text: string): string | null {
  const [, whole = '', cents = ''] = /^(.*)[.,](\d\d)$/.exec(text.trim()) ?? [];
  const euros = /^-?\d{1,3}(\.\d{3})+$|^-?\d{1,3}(,\d{3})+$/.test(whole)
    ? whole.replaceAll(/[.,]/g, '')
    : whole;
  return /^-?(0|[1-9]\d{0,13})$/.test(euros) ? `${euros}.${cents}` : null;
}
