// The matrix of what goes with what. It is the specification's, not the authority's: BUSINESSCARD
// and ADVANCE are allowed for cash invoices here, and registered as what the authority takes them
// for.

import type { TypeOfInvoice } from '../identifiers/codes.ts';
import type { DecimalText } from '../money.ts';
import type { Words } from '../words.ts';

/** What the rules, the message and the paper need to know of a method. */
interface PaymentKind {
  /** The types of invoice that allow it. Spec, Payment-method rules. */
  readonly allowedWith: readonly TypeOfInvoice[];
  /** Whether the authority takes it for cash. Protocol §5.3. */
  readonly isCash: boolean;
  /** In exported files, as in the panel. */
  readonly words: Words;
  readonly wordsOnPaper: Words;
}

/** By `paymentMethod` of the payload. */
export const PAYMENT_KINDS = {
  BANKNOTE: {
    allowedWith: ['Cash'],
    isCash: true,
    words: { me: 'Gotovina', en: 'Cash' },
    wordsOnPaper: { me: 'Gotovina', en: 'Cash' },
  },
  CARD: {
    allowedWith: ['Cash'],
    isCash: true,
    words: { me: 'Kartica', en: 'Card' },
    wordsOnPaper: { me: 'Platna kartica', en: 'Payment card' },
  },
  ACCOUNT: {
    allowedWith: ['NonCash'],
    isCash: false,
    words: { me: 'Prenos na račun', en: 'Bank transfer' },
    wordsOnPaper: { me: 'Transakcioni račun', en: 'Bank transfer' },
  },
  BUSINESSCARD: {
    allowedWith: ['Cash', 'NonCash'],
    isCash: false,
    words: { me: 'Poslovna kartica', en: 'Business card' },
    wordsOnPaper: { me: 'Poslovna kartica', en: 'Business card' },
  },
  'OTHER-CASH': {
    allowedWith: ['Cash'],
    isCash: true,
    words: { me: 'Ostala gotovinska plaćanja', en: 'Other cash payment' },
    wordsOnPaper: { me: 'Ostalo gotovinsko plaćanje', en: 'Other cash payment' },
  },
  FACTORING: {
    allowedWith: ['NonCash'],
    isCash: false,
    words: { me: 'Faktoring', en: 'Factoring' },
    wordsOnPaper: { me: 'Faktoring', en: 'Factoring' },
  },
  ORDER: {
    allowedWith: ['NonCash'],
    isCash: false,
    words: { me: 'Narudžba', en: 'Order' },
    wordsOnPaper: { me: 'Narudžba (zbirno plaćanje)', en: 'Order / collective payment' },
  },
  ADVANCE: {
    allowedWith: ['Cash', 'NonCash'],
    isCash: false,
    words: { me: 'Avans', en: 'Advance' },
    wordsOnPaper: { me: 'Avans', en: 'Advance payment' },
  },
  OTHER: {
    allowedWith: ['NonCash'],
    isCash: false,
    words: { me: 'Ostalo', en: 'Other' },
    wordsOnPaper: { me: 'Ostalo bezgotovinsko plaćanje', en: 'Other non-cash payment' },
  },
} as const satisfies Record<string, PaymentKind>;
export type PaymentMethod = keyof typeof PAYMENT_KINDS;
/** SVOUCHER is none: decisions §4. */
export const PAYMENT_METHODS = Object.keys(PAYMENT_KINDS) as PaymentMethod[];

/** Which payment methods each type of invoice allows. */
export const ALLOWED_PAYMENT_METHODS: Readonly<Record<TypeOfInvoice, readonly PaymentMethod[]>> = {
  Cash: methodsWith('Cash'),
  NonCash: methodsWith('NonCash'),
};

function methodsWith(type: TypeOfInvoice): PaymentMethod[] {
  return PAYMENT_METHODS.filter((method) =>
    PAYMENT_KINDS[method].allowedWith.some((allowed) => allowed === type),
  );
}

/** Whether the matrix allows this payment method, known or not, for this type of invoice. */
export function isPaymentMethodAllowed(
  typeOfInvoice: TypeOfInvoice,
  paymentMethod: string,
): paymentMethod is PaymentMethod {
  return ALLOWED_PAYMENT_METHODS[typeOfInvoice].some((method) => method === paymentMethod);
}

/** XSD PayMethod. */
export interface Payment {
  method: PaymentMethod;
  /** Euros with 2 decimals and the sign of the total; what is paid, not what is tendered. */
  amount: DecimalText;
  /** IIC of the advance that it is paid out of; null where the method is not ADVANCE. */
  advanceIic: string | null;
}
