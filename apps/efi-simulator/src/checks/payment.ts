// Payment methods against the type of invoice, the total, and what each method demands. Protocol
// §5.3, §17; code 11. The texts on ORDER, advances and BankAccNum are the simulator's own.

import { sumOf } from '../message/decimal.ts';
import { issuerTin } from '../message/invoice.ts';
import type { Invoice, PayMethod } from '../message/invoice.ts';
import { firstRefusal, refuseIf } from '../message/refusal.ts';
import type { CheckResult } from '../message/refusal.ts';
import type { Ledger } from '../state/ledger.ts';

/** Methods that only a CASH invoice may have. */
const CASH_ONLY: readonly string[] = ['BANKNOTE', 'CARD', 'OTHER-CASH'];

/** Methods of which a CASH invoice must have one; others may be mixed in. */
const CASH_FOUNDING: readonly string[] = [...CASH_ONLY, 'ORDER'];

function doesTypeMatch({ typeOfInv, payMethods }: Invoice): boolean {
  return typeOfInv === 'CASH'
    ? payMethods.some(({ type }) => CASH_FOUNDING.includes(type))
    : !payMethods.some(({ type }) => CASH_ONLY.includes(type));
}

/** What else a PayMethod holds, and the methods that demand it; no other may have it. */
const PARTS: readonly (readonly [string, readonly string[], (method: PayMethod) => unknown])[] = [
  ['AdvIIC', ['ADVANCE', 'SVOUCHER'], ({ advIic }) => advIic],
  ['Vouchers', ['SVOUCHER'], ({ vouchers }) => vouchers],
  ['CompCard', ['COMPANY'], ({ compCard }) => compCard],
];

function checkParts(method: PayMethod): (() => CheckResult)[] {
  return PARTS.map(([name, types, partOf]) => {
    const isDemanded = types.includes(method.type);
    return refuseIf(
      isDemanded !== (partOf(method) !== null),
      `${name} must ${isDemanded ? '' : 'not '}exist if payment method is equal to ${method.type}`,
    );
  });
}

/**
 * An advance is named once, and where its IIC is known, it is an ADVANCE of the issuer. An unknown
 * IIC is the matter of the nightly checks (protocol §6).
 */
function checkAdvances(invoice: Invoice, ledger: Ledger): CheckResult {
  const advances = invoice.payMethods.flatMap(({ advIic }) => advIic ?? []);
  const isOther = (iic: string): boolean => {
    const known = ledger.firstInvoice(iic);
    if (known === null) return false;
    return (known.invType ?? 'ADVANCE') !== 'ADVANCE' || known.tin !== issuerTin(invoice);
  };
  return firstRefusal([
    refuseIf(
      new Set(advances).size < advances.length,
      'AdvIIC must not exist in more than one payment method',
    ),
    refuseIf(
      advances.some(isOther),
      'invoice referenced by AdvIIC must be an ADVANCE of the issuer',
    ),
  ]);
}

/** Type of invoice, sum of the payments, parts of each method, advances, account to pay into. */
export function checkPayment(invoice: Invoice, ledger: Ledger): CheckResult {
  const { payMethods, typeOfInv } = invoice;
  const paid = sumOf(payMethods, ({ amt }) => amt);
  return firstRefusal([
    refuseIf(!doesTypeMatch(invoice), "Type of invoice doesn't match payment method"),
    refuseIf(
      paid !== invoice.totPrice,
      "total price amount doesn't coresponds to amount in the PaymentMethods",
    ),
    refuseIf(
      payMethods.length > 1 && payMethods.some(({ type }) => type === 'ORDER'),
      'ORDER must be the only payment method of an invoice',
    ),
    ...payMethods.flatMap(checkParts),
    () => checkAdvances(invoice, ledger),
    refuseIf(
      invoice.bankAccNum !== null && typeOfInv === 'CASH',
      'BankAccNum must not exist if TypeOfInv is equal to CASH',
    ),
  ]);
}
