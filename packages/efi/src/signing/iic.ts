// IIC (IKOF): the issuer's identification code of an invoice and the signature it is made from.
// Protocol §8. Computed once, when the invoice is issued, and stored; never computed again to send.
import { createHash, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** The seven values of an IIC, each the exact text that stands in the message. Protocol §8. */
export interface IicFields {
  /** The seller's TIN. */
  tin: string;
  /** `2019-06-12T17:05:43+02:00`. */
  issueDateTime: string;
  ordinal: number;
  businessUnitCode: string;
  tcrCode: string;
  softwareCode: string;
  /** Two decimals; with its minus on a corrective. */
  totalPrice: string;
}

/** Both codes in upper-case hexadecimal. */
export interface Iic {
  /** 32 characters. */
  iic: string;
  /** 512 characters with the RSA-2048 key the authority asks for. */
  iicSignature: string;
}

/** The text that is signed: the seven values in the order of protocol §8, joined by `|`. */
export function iicInput(fields: IicFields): string {
  return [
    fields.tin,
    fields.issueDateTime,
    fields.ordinal,
    fields.businessUnitCode,
    fields.tcrCode,
    fields.softwareCode,
    fields.totalPrice,
  ].join('|');
}

/**
 * The IIC that belongs to a signature: MD5 over its raw bytes, not over its text. Protocol §8, 3.
 */
export function iicOfSignature(signature: Uint8Array): string {
  // MD5 is the authority's choice. It names the signature here; it protects nothing.
  return createHash('md5').update(signature).digest('hex').toUpperCase();
}

/** Signs the seven values with the issuer's RSA key (RSASSA-PKCS1-v1_5, SHA-256). Protocol §8. */
export function computeIic(fields: IicFields, privateKey: KeyObject): Iic {
  const signature = sign('sha256', Buffer.from(iicInput(fields)), privateKey);
  return {
    iic: iicOfSignature(signature),
    iicSignature: signature.toString('hex').toUpperCase(),
  };
}
