// The simple types of our own schema, from protocol §2.1 and the enumerations of §2.2 and §5.

import { COUNTRY_CODES, CURRENCY_CODES } from './codes.ts';

const CODE = '[a-z]{2}[0-9]{3}[a-z]{2}[0-9]{3}';
const UNSIGNED = '([1-9][0-9]*|0)';

function pattern(name: string, base: string, ...patterns: string[]): string {
  const facets = patterns.map((value) => `<xs:pattern value="${value}"/>`).join('');
  return `<xs:simpleType name="${name}"><xs:restriction base="xs:${base}">${facets}</xs:restriction></xs:simpleType>`;
}

function positive(name: string, base: string): string {
  return `<xs:simpleType name="${name}"><xs:restriction base="xs:${base}"><xs:minExclusive value="0"/></xs:restriction></xs:simpleType>`;
}

function text(maxLength: number): string {
  return `<xs:simpleType name="Text${String(maxLength)}"><xs:restriction base="xs:string"><xs:minLength value="1"/><xs:maxLength value="${String(maxLength)}"/></xs:restriction></xs:simpleType>`;
}

function oneOf(name: string, values: readonly string[]): string {
  const facets = values.map((value) => `<xs:enumeration value="${value}"/>`).join('');
  return `<xs:simpleType name="${name}"><xs:restriction base="xs:string">${facets}</xs:restriction></xs:simpleType>`;
}

/** Declarations of every simple type, to be placed inside the schema of the requests. */
export const VALUE_TYPES = [
  pattern(
    'DateTime',
    'dateTime',
    '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([+-][0-9]{2}:[0-9]{2}|Z)',
  ),
  pattern('Date', 'date', '[0-9]{4}-[0-9]{2}-[0-9]{2}'),
  pattern(
    'Uuid',
    'string',
    '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-5][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}',
  ),
  pattern('Tin', 'string', '[0-9]{13}|[0-9]{8}'),
  pattern('Code', 'string', CODE),
  pattern('InvoiceNumber', 'string', `${CODE}/[1-9][0-9]{0,14}/[0-9]{4}/${CODE}`),
  pattern('Money', 'decimal', `${UNSIGNED}\\.[0-9]{2}|0`),
  pattern('SignedMoney', 'decimal', `-?${UNSIGNED}\\.[0-9]{2}|0`),
  pattern('FineMoney', 'decimal', `${UNSIGNED}\\.[0-9]{2,4}|0`),
  pattern('SignedFineMoney', 'decimal', `-?${UNSIGNED}\\.[0-9]{2,4}|0`),
  pattern('Quantity', 'double', `-?${UNSIGNED}(\\.[0-9]{1,3})?`),
  pattern('Hex32', 'string', '[0-9a-fA-F]{32}'),
  pattern('Hex512', 'string', '[0-9a-fA-F]{512}'),
  pattern('VoucherNumber', 'string', '[1-9][0-9]{0,7}-[0-9]{4}-[0-9]{8}'),
  pattern('TaxPeriod', 'string', '((0[1-9])|(1[0-2]))/(\\d{4})'),
  positive('PositiveNumber', 'double'),
  positive('PositiveInteger', 'int'),
  ...[20, 50, 100, 200, 400].map(text),
  oneOf('SubsequentDelivery', [
    'NOINTERNET',
    'BOUNDBOOK',
    'SERVICE',
    'TECHNICALERROR',
    'BUSINESSNEEDS',
  ]),
  oneOf('DocumentType', [
    'INVOICE',
    'CORRECTIVE',
    'SUMMARY',
    'PERIODICAL',
    'ADVANCE',
    'CREDIT_NOTE',
  ]),
  oneOf('TypeOfInvoice', ['CASH', 'NONCASH']),
  oneOf('SelfIssue', ['AGREEMENT', 'DOMESTIC', 'ABROAD', 'SELF', 'OTHER']),
  oneOf('PaymentMethod', [
    'BANKNOTE',
    'CARD',
    'BUSINESSCARD',
    'SVOUCHER',
    'COMPANY',
    'ORDER',
    'ADVANCE',
    'ACCOUNT',
    'FACTORING',
    'OTHER',
    'OTHER-CASH',
  ]),
  oneOf('IdType', ['TIN', 'ID', 'PASS', 'VAT', 'TAX', 'SOC']),
  oneOf('CorrectiveType', ['CORRECTIVE', 'ERROR_CORRECTIVE']),
  oneOf('FeeType', ['PACK', 'COMMISSION', 'OTHER']),
  oneOf('DepositOperation', ['INITIAL', 'WITHDRAW']),
  oneOf('TcrType', ['REGULAR', 'VENDING']),
  oneOf(
    'Exemption',
    [3, 4, 14, 15, 17, 20, 26, 27, 28, 29, 30, 44].map((article) => `VAT_CL${String(article)}`),
  ),
  oneOf('Country', COUNTRY_CODES),
  oneOf('Currency', CURRENCY_CODES),
].join('\n');
