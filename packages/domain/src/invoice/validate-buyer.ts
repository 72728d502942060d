import { BUYER_ID_TYPES } from '../identifiers/codes.ts';
import { isCountryCode } from '../identifiers/country-codes.ts';
import { issue } from '../issue.ts';
import type { Issue } from '../issue.ts';
import type { PartialBuyer } from './partial-invoice.ts';
import {
  validateChoice,
  validateIdentifier,
  validateRequiredText,
  validateText,
} from './validate-text.ts';
import type { WrittenText } from './validate-text.ts';

const TIN = /^(?:[0-9]{8}|[0-9]{13})$/;

/** Whether the text is a tax number: 8 digits of a company, 13 of a person. Protocol, TINSType. */
export function isTin(text: string): boolean {
  return TIN.test(text);
}

/** Everything wrong with a buyer, skipping fields that are not there. Decisions §4. */
export function validateBuyer(buyer: PartialBuyer, writtenText: WrittenText): Issue[] {
  const { idType, idNumber, name, address, city, country } = buyer;
  const issues: Issue[] = [];
  if (idType !== undefined) issues.push(...validateChoice('buyer.idType', idType, BUYER_ID_TYPES));
  if (idNumber !== undefined) {
    issues.push(...validateIdNumber(idType, idNumber, writtenText));
  }
  if (name !== undefined) issues.push(...validateRequiredText('buyer.name', name, 400));
  if (address) issues.push(...validateText('buyer.address', address, 200));
  if (city) issues.push(...validateText('buyer.city', city, 100));
  if (country && !isCountryCode(country)) {
    const message = 'buyer.country must be an ISO 3166 alpha-3 code, for example MNE.';
    issues.push(issue('COUNTRY_UNKNOWN', 'buyer.country', message));
  }
  return issues;
}

/**
 * Extensions §5: an export says who buys it, and where. The country is not taken for `MNE`.
 * @param isBlamed whether the check of shapes has reported a path.
 */
export function validateExportBuyer(
  buyer: PartialBuyer | null | undefined,
  isBlamed: (path: string) => boolean,
): Issue[] {
  const fields = (['address', 'city', 'country'] as const).filter((name) => !buyer?.[name]);
  const paths = buyer ? fields.map((name) => `buyer.${name}`) : ['buyer'];
  return paths
    .filter((path) => !isBlamed(path))
    .map((path) => {
      const message = `${path} is required, because the invoice has items with isExport.`;
      return issue('EXPORT_NEEDS_BUYER', path, message);
    });
}

function validateIdNumber(
  idType: string | undefined,
  idNumber: string,
  writtenText: WrittenText,
): Issue[] {
  // Every other number is 1 … 20 characters in the authority's schema.
  if (idType !== 'TIN') {
    return validateIdentifier('buyer.idNumber', idNumber, 20, writtenText);
  }
  if (isTin(idNumber)) return [];
  const message =
    'buyer.idNumber must be a TIN of 8 or 13 digits; ' +
    'the number of a foreign buyer has the idType TAX or VAT.';
  return [issue('BUYER_TIN_INVALID', 'buyer.idNumber', message)];
}
