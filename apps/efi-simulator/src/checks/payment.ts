// Payment methods against the type of invoice, the total, and what each method demands. Protocol
// §5.3; code 11.

import { sumOf } from '../message/decimal.ts';
import type { Invoice, PayMethod } from '../message/invoice.ts';
import { firstRefusal, refuseIf } from '../message/refusal.ts';
import type { CheckResult } from '../message/refusal.ts';

/** Methods that only a CASH invoice may have. */
const CASH_ONLY: readonly string[] = ['BANKNOTE', 'CARD', 'OTHER-CASH'];

/** Methods of which a CASH invoice must have one; others may be mixed in. */
const CASH_FOUNDING: readonly string[] = [...CASH_ONLY, 'ORDER'];

function doesTypeMatch({ typeOfInv, payMethods }: Invoice): boolean {
  return typeOfInv === 'CASH'
    ? payMethods.some(({ type }) => CASH_FOUNDING.includes(type))
    : !payMethods.some(({ type }) => CASH_ONLY.includes(type));
}

function missingPart(method: PayMethod): string | null {
  switch (method.type) {
    case 'ADVANCE':
      return method.advIic === null ? 'AdvIIC' : null;
    case 'SVOUCHER':
      if (method.advIic === null) return 'AdvIIC';
      return method.vouchers === null ? 'Vouchers' : null;
    case 'COMPANY':
      return method.compCard === null ? 'CompCard' : null;
    default:
      return null;
  }
}

/** Type of invoice, sum of the payments, parts of each method. */
export function checkPayment(invoice: Invoice): CheckResult {
  const paid = sumOf(invoice.payMethods, ({ amt }) => amt);
  return firstRefusal([
    refuseIf(!doesTypeMatch(invoice), "Type of invoice doesn't match payment method"),
    refuseIf(
      paid !== invoice.totPrice,
      "total price amount doesn't coresponds to amount in the PaymentMethods",
    ),
    ...invoice.payMethods.map((method) => {
      const missing = missingPart(method);
      return refuseIf(
        missing !== null,
        `${missing ?? ''} must exist if payment method is equal to ${method.type}`,
      );
    }),
  ]);
}
