// What a person types to find an invoice. Every alternative is answered by an index of its own, so that
// a search never reads what it does not find.

import { MAX_ORDINAL, parseInvoiceNumber } from '@fiscal/domain';
import { validate as isUuid } from 'uuid';
import type { Conditions } from './conditions.ts';

const IIC_LENGTH = 32;
/** The beginning of an IIC. Fewer characters would find every thousandth invoice. */
const IIC_BEGINNING = /^[0-9A-Fa-f]{6,32}$/;
const DIGITS = /^[0-9]{1,15}$/;

/**
 * The whole note, the beginning of the buyer's name or number, our id, FIC, IIC or its beginning, the
 * ordinal, the invoice number: whichever of them the text can be.
 * @returns one condition on the invoice `i`.
 */
export function searchCondition(text: string, conditions: Conditions): string {
  const parameter = (value: unknown) => conditions.parameter(value);
  const beginning = parameter(text.toLowerCase());
  const alternatives = [
    `i.note = ${parameter(text)}`,
    `i.buyer_name ^@ ${beginning}`,
    `i.buyer_id_number ^@ ${beginning}`,
  ];
  if (isUuid(text)) {
    alternatives.push(`i.id = ${parameter(text)}`, `i.fic = ${parameter(text.toLowerCase())}`);
  }
  if (IIC_BEGINNING.test(text)) {
    const iic = text.toUpperCase();
    const first = parameter(iic.padEnd(IIC_LENGTH, '0'));
    const last = parameter(iic.padEnd(IIC_LENGTH, 'F'));
    alternatives.push(`i.iic between ${first} and ${last}`);
  }
  if (DIGITS.test(text) && Number(text) <= MAX_ORDINAL) alternatives.push(hasOrdinal(text));
  const number = parseInvoiceNumber(text);
  if (number) {
    const isNumber = `i.invoice_number = ${parameter(text)}`;
    alternatives.push(`(${hasOrdinal(number.ordinal)} and ${isNumber})`);
  }
  return `(${alternatives.join(' or ')})`;

  function hasOrdinal(ordinal: string | number): string {
    return `coalesce(i.ordinal, i.order_number) = ${parameter(ordinal)}`;
  }
}
