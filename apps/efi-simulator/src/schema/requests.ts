// Our own schema of the three requests, written from the tables of protocol §2 to §5. It exists so
// that the simulator runs where the authority's file is not at hand; with EFI_SIMULATOR_SCHEMA that
// file is used instead. It must stay independent of the schema in the client's room.

import { VALUE_TYPES } from './values.ts';

/** Namespace of the three requests and their answers. Protocol §1. */
export const FISCAL_NAMESPACE = 'https://efi.tax.gov.me/fs/schema';

/** Namespace of XML signatures. */
export const SIGNATURE_NAMESPACE = 'http://www.w3.org/2000/09/xmldsig#';

/** Name under which the schema of requests asks for the schema of signatures. */
export const SIGNATURE_SCHEMA_FILE = 'efi-simulator-signature.xsd';

/** `name type` a line; a type with a question mark belongs to an optional attribute. */
function attributes(lines: string): string {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', type = ''] = line.trim().split(/\s+/);
      const use = type.endsWith('?') ? 'optional' : 'required';
      const qualified = type.startsWith('xs:') ? type : `fs:${type}`;
      return `<xs:attribute name="${name}" type="${qualified.replace('?', '')}" use="${use}"/>`;
    })
    .join('\n');
}

function typeOf(name: string, content: string, attributeLines = ''): string {
  const declared = attributeLines === '' ? '' : attributes(attributeLines);
  return `<xs:complexType name="${name}">${content}${declared}</xs:complexType>`;
}

function listOf(name: string, element: string, type: string, maxOccurs: number): string {
  return typeOf(
    name,
    `<xs:sequence><xs:element name="${element}" type="fs:${type}" maxOccurs="${String(maxOccurs)}"/></xs:sequence>`,
  );
}

/** The document inside the SOAP body: header, one data element and the signature, in any order. */
function request(name: string, header: string, data: string, type: string): string {
  return `<xs:element name="${name}"><xs:complexType><xs:all>
    <xs:element name="Header" type="fs:${header}"/>
    <xs:element name="${data}" type="fs:${type}"/>
    <xs:element ref="ds:Signature"/>
  </xs:all>
  <xs:attribute name="Id" type="xs:string" fixed="Request" use="required"/>
  <xs:attribute name="Version" type="fs:PositiveInteger" fixed="1" use="required"/>
  </xs:complexType></xs:element>`;
}

function child(name: string, type: string, minOccurs: 0 | 1, uniqueness = ''): string {
  return `<xs:element name="${name}" type="fs:${type}" minOccurs="${String(minOccurs)}">${uniqueness}</xs:element>`;
}

function uniqueBy(name: string, element: string, attribute: string): string {
  return `<xs:unique name="${name}"><xs:selector xpath=".//fs:${element}"/><xs:field xpath="@${attribute}"/></xs:unique>`;
}

/** Protocol §5.1: attributes of Invoice. */
const INVOICE_ATTRIBUTES = `
  InvType DocumentType
  TypeOfInv TypeOfInvoice
  TypeOfSelfIss SelfIssue?
  IssueDateTime DateTime
  InvNum InvoiceNumber
  InvOrdNum PositiveInteger
  TCRCode Code
  IsIssuerInVAT xs:boolean
  TaxFreeAmt SignedMoney?
  MarkUpAmt SignedMoney?
  GoodsExAmt SignedMoney?
  TotPriceWoVAT SignedMoney
  TotVATAmt SignedMoney?
  TotPrice SignedMoney
  TotPriceToPay Money?
  OperatorCode Code
  BusinUnitCode Code
  SoftCode Code
  IIC Hex32
  IICSignature Hex512
  IsReverseCharge xs:boolean?
  PayDeadline Date?
  ParagonBlockNum Text20?
  TaxPeriod TaxPeriod?
  BankAccNum Text50?
  Note Text200?`;

/** Protocol §5.2: children of Invoice, in any order. */
const INVOICE_CHILDREN = `<xs:all>
  ${child('SupplyDateOrPeriod', 'Period', 0)}
  ${child('CorrectiveInv', 'CorrectiveReference', 0)}
  ${child('PayMethods', 'PayMethods', 1, uniqueBy('OnePaymentOfAType', 'PayMethod', 'Type'))}
  ${child('Currency', 'ExchangeRate', 0)}
  ${child('Seller', 'Seller', 1)}
  ${child('Buyer', 'Buyer', 0)}
  ${child('Items', 'Items', 0)}
  ${child('SameTaxes', 'SameTaxes', 0)}
  ${child('Approvals', 'Approvals', 0)}
  ${child('Fees', 'Fees', 0, uniqueBy('OneFeeOfAType', 'Fee', 'Type'))}
  ${child('IICRefs', 'IicReferences', 0)}
  ${child('BadDebtInv', 'BadDebtReference', 0)}
</xs:all>`;

const PARTY = `
  IDType IdType
  IDNum Text20
  Name Text400
  Address Text200?
  Town Text100?
  Country Country?`;

/** Protocol §5.5. */
const ITEM = `
  N Text50
  C Text50?
  U Text50
  Q Quantity
  UPB FineMoney
  UPA FineMoney
  R FineMoney?
  RR xs:boolean?
  PB SignedFineMoney
  VR FineMoney?
  VA SignedFineMoney?
  IN xs:boolean?
  PA SignedFineMoney
  EX Exemption?
  VD Date?
  VSN VoucherNumber?`;

/** Protocol §5.6. */
const SAME_TAX = `
  NumOfItems PositiveInteger
  PriceBefVAT SignedFineMoney
  VATRate SignedMoney?
  ExemptFromVAT Exemption?
  VATAmt SignedFineMoney?`;

const APPROVAL = `
  DiscountAmt SignedMoney?
  ReturnAmt SignedMoney?
  VATRate SignedMoney?
  ExemptFromVAT SignedMoney?
  VATAmt SignedMoney?
  TotalAmt SignedMoney`;

/** Protocol §5.3. */
const PAY_METHOD = `
  Type PaymentMethod
  Amt SignedMoney
  CompCard Text50?
  AdvIIC Hex32?
  BankAcc Text50?`;

/** Protocol §4. */
const CASH_DEPOSIT = `
  ChangeDateTime DateTime
  Operation DepositOperation
  CashAmt Money
  TCRCode Code
  IssuerTIN Tin`;

/** Protocol §3; the element may hold text, which nobody reads. */
const TCR = `<xs:simpleContent><xs:extension base="xs:string">${attributes(`
  IssuerTIN Tin
  BusinUnitCode Code
  TCRIntID Text50
  SoftCode Code?
  MaintainerCode Code?
  ValidFrom Date?
  ValidTo Date?
  Type TcrType?`)}</xs:extension></xs:simpleContent>`;

const DIRECT_HEADER = 'UUID Uuid\nSendDateTime DateTime';
const REFERENCE = 'IICRef Hex32\nIssueDateTime DateTime';
const VOUCHERS =
  '<xs:sequence><xs:element name="Vouchers" type="fs:Vouchers" minOccurs="0"/></xs:sequence>';

/** The schema of the three requests as XSD text. */
export const REQUESTS_SCHEMA = `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:fs="${FISCAL_NAMESPACE}"
  xmlns:ds="${SIGNATURE_NAMESPACE}" targetNamespace="${FISCAL_NAMESPACE}"
  elementFormDefault="qualified">
<xs:import namespace="${SIGNATURE_NAMESPACE}" schemaLocation="${SIGNATURE_SCHEMA_FILE}"/>
${request('RegisterInvoiceRequest', 'Header', 'Invoice', 'Invoice')}
${request('RegisterCashDepositRequest', 'Header', 'CashDeposit', 'CashDeposit')}
${request('RegisterTCRRequest', 'DirectHeader', 'TCR', 'Tcr')}
${typeOf('Header', '', `${DIRECT_HEADER}\nSubseqDelivType SubsequentDelivery?`)}
${typeOf('DirectHeader', '', DIRECT_HEADER)}
${typeOf('Invoice', INVOICE_CHILDREN, INVOICE_ATTRIBUTES)}
${typeOf('Period', '', 'Start Date\nEnd Date')}
${typeOf('CorrectiveReference', '', `${REFERENCE}\nType CorrectiveType`)}
${typeOf('BadDebtReference', '', REFERENCE)}
${listOf('PayMethods', 'PayMethod', 'PayMethod', 10)}
${typeOf('PayMethod', VOUCHERS, PAY_METHOD)}
${listOf('Vouchers', 'Voucher', 'Voucher', 20)}
${typeOf('Voucher', '', 'Num VoucherNumber')}
${typeOf('ExchangeRate', '', 'Code Currency\nExRate PositiveNumber')}
${typeOf('Seller', '', PARTY)}
${typeOf('Buyer', '', `${PARTY}\nTIC Text20?`)}
${listOf('Items', 'I', 'Item', 1000)}
${typeOf('Item', '', ITEM)}
${listOf('SameTaxes', 'SameTax', 'SameTax', 20)}
${typeOf('SameTax', '', SAME_TAX)}
${listOf('Approvals', 'Approval', 'Approval', 20)}
${typeOf('Approval', '', APPROVAL)}
${listOf('Fees', 'Fee', 'Fee', 20)}
${typeOf('Fee', '', 'Type FeeType\nAmt SignedMoney')}
${listOf('IicReferences', 'IICRef', 'IicReference', 1000)}
${typeOf('IicReference', '', 'IIC Hex32\nIssueDateTime DateTime\nAmount SignedMoney')}
${typeOf('CashDeposit', '', CASH_DEPOSIT)}
${typeOf('Tcr', TCR)}
${VALUE_TYPES}
</xs:schema>`;
