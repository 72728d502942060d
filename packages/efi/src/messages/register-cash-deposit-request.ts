// RegisterCashDepositRequest: cash put into the drawer for the day, or taken out of it. Protocol
// §4.
import { exactText } from '@fiscal/domain';
import type { DecimalText } from '@fiscal/domain';
import { requestRoot } from './request-root.ts';
import type { MessageHeader } from './request-root.ts';
import { element } from './xml-writer.ts';
import type { CanonicalXml } from './xml-writer.ts';

/** A change of the cash in one cash register's drawer. */
export interface CashDepositMessage extends MessageHeader {
  /** `2026-07-11T07:00:00+02:00`; equals `sendDateTime` unless delivered later. */
  changeDateTime: string;
  /** INITIAL: the deposit before the first cash invoice of the day. WITHDRAW: cash taken out. */
  operation: 'INITIAL' | 'WITHDRAW';
  /** Euros with at most 2 decimals, never negative: a withdrawal is sent positive. */
  cashAmount: DecimalText;
  tcrCode: string;
  issuerTin: string;
}

/** The unsigned request in canonical form, ready for `signRequest`. */
export function registerCashDepositRequest(message: CashDepositMessage): CanonicalXml {
  return requestRoot(
    'RegisterCashDepositRequest',
    message,
    element('CashDeposit', {
      ChangeDateTime: message.changeDateTime,
      Operation: message.operation,
      CashAmt: exactText(message.cashAmount, 2),
      TCRCode: message.tcrCode,
      IssuerTIN: message.issuerTin,
    }),
  );
}
