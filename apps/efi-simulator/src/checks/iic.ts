// Step "IIC" of the checks: the seven values, the signature over them and the MD5 of its bytes.
// Protocol §8. The authority has no code of its own for it; it is a content error, code 11.

import { createHash, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Invoice } from '../message/invoice.ts';
import { refuse } from '../message/refusal.ts';
import type { CheckResult } from '../message/refusal.ts';

/** The text under the IICSignature: seven values joined by `|`, each as it stands in the XML. */
function iicInput(invoice: Invoice): string {
  return [
    invoice.seller.idNum,
    invoice.issueDateTime,
    invoice.invOrdNum,
    invoice.businUnitCode,
    invoice.tcrCode,
    invoice.softCode,
    invoice.totPriceText,
  ].join('|');
}

/**
 * @param keys the public key of the message's certificate and, on subsequent delivery, those of
 *   every certificate known for the TIN: a renewed certificate signs the message anew, while IIC
 *   and IICSignature stay as they were issued (protocol §8).
 */
export function checkIic(invoice: Invoice, keys: readonly KeyObject[]): CheckResult {
  const signature = Buffer.from(invoice.iicSignature, 'hex');
  const input = Buffer.from(iicInput(invoice));
  if (!keys.some((key) => verify('sha256', input, key, signature))) {
    return refuse(11, 'IICSignature is not valid');
  }
  const iic = createHash('md5').update(signature).digest('hex').toUpperCase();
  return iic === invoice.iic ? null : refuse(11, 'IIC is not valid');
}
