// The issuer against the register of taxpayers and of VAT: 52, 55, 44, and the identification of
// seller and buyer: 54 and 11. Protocol §5.4, §7.1.

import { issuerTin } from '../message/invoice.ts';
import type { Invoice, Party } from '../message/invoice.ts';
import { firstRefusal, refuse, refuseIf } from '../message/refusal.ts';
import type { CheckResult } from '../message/refusal.ts';
import type { Registry } from '../state/registry.ts';

/** A deposit or TCR is an active taxpayer's (52). TS tables 25 and 42. */
export function checkTaxpayerActive(tin: string, registry: Registry): CheckResult {
  return registry.taxpayer(tin)?.active ? null : refuse(52);
}

function hasAddress({ address, town, country }: Party): boolean {
  return address !== null && town !== null && country !== null;
}

function checkSeller({ typeOfSelfIss, seller, buyer }: Invoice): CheckResult {
  if (typeOfSelfIss === null) return seller.idType === 'TIN' ? null : refuse(54);
  if (!buyer) return refuse(11, 'Buyer must exist if TypeOfSelfIss exists');
  if (buyer.idType !== 'TIN') return refuse(54);
  return typeOfSelfIss === 'ABROAD' && !hasAddress(seller)
    ? refuse(11, 'Address, Town and Country of the seller must exist if the seller is foreign')
    : null;
}

function checkBuyer({ buyer, goodsExAmt }: Invoice): CheckResult {
  if (!buyer) {
    return goodsExAmt === null ? null : refuse(11, 'Buyer must exist if GoodsExAmt exists');
  }
  return firstRefusal([
    refuseIf(
      goodsExAmt !== null && !hasAddress(buyer),
      'Address, Town and Country of the buyer must exist if GoodsExAmt exists',
    ),
    refuseIf(
      buyer.idType === 'TIN' && !/^([0-9]{8}|[0-9]{13})$/.test(buyer.idNum),
      'Buyers TIN is not in the correct format',
    ),
  ]);
}

/** Seller, buyer and the issuer's state in the registers. */
export function checkTaxpayer(invoice: Invoice, registry: Registry): CheckResult {
  const taxpayer = registry.taxpayer(issuerTin(invoice));
  return firstRefusal([
    () => checkSeller(invoice),
    () => (taxpayer ? null : refuse(52)),
    () => (taxpayer?.active ? null : refuse(55)),
    () => (taxpayer?.isInVat === invoice.isIssuerInVat ? null : refuse(44)),
    () => checkBuyer(invoice),
  ]);
}
