// What of the authority's schema an invoice message writes: each element, attribute and value of a
// closed list is written by a golden, or left out for a reason. Goldens are what is written today;
// of a list that a golden cannot hold whole, one message a value that the contract knows.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import {
  BUYER_ID_TYPES,
  DOCUMENT_TYPES,
  EXEMPTIONS,
  isCountryCode,
  PAYMENT_METHODS,
} from '@fiscal/domain';
import type { ComputedInvoice, Exemption } from '@fiscal/domain';
import { XmlDocument, XmlElement } from 'libxml2-wasm';
import { CASH_INVOICE, COMPUTED, NON_CASH_INVOICE, paid } from '../testing/messages.ts';
import { hasReferenceData, needsReferenceData, referenceText } from '../testing/reference.ts';
import { registerInvoiceRequest } from './register-invoice-request.ts';
import type { InvoiceMessage } from './register-invoice-request.ts';

/**
 * By golden: elements, `element: attributes`, and `attribute: values`, of which `*` is every one.
 */
const WRITTEN: Readonly<Record<string, string>> = {
  'cash-invoice': `
    Header
    Invoice
    Invoice/PayMethods
    Invoice/PayMethods/PayMethod
    Invoice/Seller
    Invoice/Items
    Invoice/Items/I
    Invoice/SameTaxes
    Invoice/SameTaxes/SameTax
    Header: UUID SendDateTime
    Invoice: InvType TypeOfInv IssueDateTime InvNum InvOrdNum TCRCode IsIssuerInVAT TotPriceWoVAT
    Invoice: TotVATAmt TotPrice TotPriceToPay OperatorCode BusinUnitCode SoftCode IIC IICSignature
    Invoice: IsReverseCharge PayDeadline
    @Id
    @Version
    Invoice/@InvType: INVOICE
    Invoice/@TypeOfInv: CASH
    Invoice/PayMethods/PayMethod: Type Amt
    Invoice/Seller: IDType IDNum Name Address Town Country
    Invoice/Seller/@IDType: TIN
    Invoice/Items/I: N C U Q UPB UPA R RR PB VR VA PA
    Invoice/SameTaxes/SameTax: NumOfItems PriceBefVAT VATRate VATAmt`,
  'non-cash-invoice': `
    Header: SubseqDelivType
    Header/@SubseqDelivType: SERVICE
    Invoice: BankAccNum Note
    Invoice/@TypeOfInv: NONCASH
    Invoice/Buyer
    Invoice/Buyer: IDType IDNum Name Address Town Country`,
  'zero-rate-invoice': `
    Invoice/PayMethods/PayMethod: AdvIIC`,
  corrective: `
    Invoice/@InvType: CORRECTIVE
    Invoice/CorrectiveInv
    Invoice/CorrectiveInv: IICRef IssueDateTime Type
    Invoice/CorrectiveInv/@Type: CORRECTIVE`,
  'advance-corrective': `
    Invoice/IICRefs
    Invoice/IICRefs/IICRef
    Invoice/IICRefs/IICRef: IIC IssueDateTime Amount`,
  'invoice-outside-vat': `
    Invoice: TaxFreeAmt`,
  exempt: `
    Invoice/Items/I: EX
    Invoice/SameTaxes/SameTax: ExemptFromVAT`,
  export: `
    Invoice: GoodsExAmt`,
  'replacing-invoice': `
    Invoice: TaxPeriod`,
  'each exemption': `
    Invoice/Items/I/@EX: *
    Invoice/SameTaxes/SameTax/@ExemptFromVAT: *`,
  'each document type': `
    Invoice/@InvType: ADVANCE`,
  'each payment method': `
    Invoice/PayMethods/PayMethod/@Type: BANKNOTE CARD BUSINESSCARD ORDER ADVANCE ACCOUNT
    Invoice/PayMethods/PayMethod/@Type: FACTORING OTHER OTHER-CASH`,
  'each type of identification': `
    Invoice/Buyer/@IDType: TIN ID PASS VAT TAX SOC`,
  'each country': `
    Invoice/Seller/@Country: *
    Invoice/Buyer/@Country: *`,
  'each reason of a later delivery': `
    Header/@SubseqDelivType: TECHNICALERROR`,
};

/** By reason, in the same way; an element alone stands for all that is in it. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'Not offered: summing documents and credit notes; the contract has three types.': `
    Invoice/@InvType: SUMMARY PERIODICAL CREDIT_NOTE
    Invoice/Approvals`,
  'Not offered: invoices that the buyer issues.': `
    Invoice: TypeOfSelfIss
    Invoice/@TypeOfSelfIss: AGREEMENT DOMESTIC ABROAD SELF OTHER`,
  'Not offered: the special procedure for margins (VAT law, articles 45 and 46).': `
    Invoice: MarkUpAmt`,
  'Not offered: areas without internet, bound books and late business (protocol §2.2, §14).': `
    Header/@SubseqDelivType: NOINTERNET BOUNDBOOK BUSINESSNEEDS
    Invoice: ParagonBlockNum`,
  'Not offered: vouchers and cards of the seller (extensions §2).': `
    Invoice/PayMethods/PayMethod: CompCard
    Invoice/PayMethods/PayMethod/@Type: SVOUCHER COMPANY
    Invoice/PayMethods/PayMethod/Vouchers
    Invoice/Items/I: VD VSN`,
  'Names the account to which a credit note pays back, and those are not offered.': `
    Invoice/PayMethods/PayMethod: BankAcc`,
  'At present not sent (protocol §5.2): the supply is at the issue, and amounts are in euros.': `
    Invoice/SupplyDateOrPeriod
    Invoice/Currency`,
  'Only of invoices that the nightly checks object to; the amounts of ours are exact.': `
    Invoice/CorrectiveInv/@Type: ERROR_CORRECTIVE`,
  'The seller is the company itself: a taxpayer with its TIN (protocol §5.4).': `
    Invoice/Seller/@IDType: ID PASS VAT TAX SOC`,
  'Not offered: diplomatic tax cards, investments, fees and debts given up.': `
    Invoice/Buyer: TIC
    Invoice/Items/I: IN
    Invoice/Fees
    Invoice/BadDebtInv`,
};

const GOLDENS = readdirSync(new URL('./golden/', import.meta.url))
  .map((file) => file.replace(/\.xml$/, ''))
  .filter((name) => golden(name).startsWith('<RegisterInvoiceRequest'));

function golden(name: string): string {
  return readFileSync(new URL(`./golden/${name}.xml`, import.meta.url), 'utf8');
}

const written = (change: Partial<InvoiceMessage>): string =>
  registerInvoiceRequest({ ...NON_CASH_INVOICE, ...change });

/** Exempt lines of one code. */
function exemptFrom(exemption: Exemption): ComputedInvoice {
  const untaxed = { exemption, vatRate: null, vat: '0.0000' };
  const lines = COMPUTED.lines.map((line) => ({ ...line, ...untaxed, total: line.base }));
  const sameTaxGroups = [{ ...untaxed, itemCount: 2, base: '20.9752' }];
  const totals = { withoutVat: '20.98', vat: '0.00', total: '20.98', taxFree: '20.98' };
  return { ...COMPUTED, lines, sameTaxGroups, totals };
}

/** The messages of a source that is no golden of its own. */
function messagesOfList(source: string, declared: readonly string[]): string[] | null {
  const { seller } = NON_CASH_INVOICE;
  const buyer = NON_CASH_INVOICE.buyer!;
  const countries = declared.flatMap((path) => path.split('Buyer/@Country=')[1] ?? []);
  switch (source) {
    case 'each exemption':
      return EXEMPTIONS.map((exemption) => written({ computed: exemptFrom(exemption) }));
    case 'each document type':
      return DOCUMENT_TYPES.map((type) => written({ type }));
    case 'each payment method':
      return PAYMENT_METHODS.map((method) => written({ payments: paid(method, '24.30') }));
    case 'each type of identification':
      return BUYER_ID_TYPES.map((idType) => written({ buyer: { ...buyer, idType } }));
    case 'each country':
      return countries
        .filter(isCountryCode)
        .map((country) =>
          written({ buyer: { ...buyer, country }, seller: { ...seller, country } }),
        );
    case 'each reason of a later delivery':
      return (['SERVICE', 'TECHNICALERROR'] as const).map((subsequentDelivery) =>
        registerInvoiceRequest({ ...CASH_INVOICE, subsequentDelivery }),
      );
    default:
      return null;
  }
}

function childrenOf(parent: XmlElement): XmlElement[] {
  const children: XmlElement[] = [];
  for (let node = parent.firstChild; node; node = node.next) {
    if (node instanceof XmlElement) children.push(node);
  }
  return children;
}

const within = (element: XmlElement): XmlElement[] => [
  element,
  ...childrenOf(element).flatMap(within),
];

function parsed<T>(xml: string, read: (root: XmlElement) => T): T {
  const document = XmlDocument.fromString(xml);
  try {
    return read(document.root);
  } finally {
    document.dispose();
  }
}

/**
 * What the schema declares below RegisterInvoiceRequest: elements as `A/B`, attributes as
 * `A/B/@C`, values of closed lists as `A/B/@C=D`. The signature is declared elsewhere.
 */
function declaredBy(schema: XmlElement): string[] {
  const textOf = (element: XmlElement, name: string) => element.attr(name)?.value;
  const named = new Map(childrenOf(schema).map((type) => [textOf(type, 'name'), type]));
  const contentOf = (declared: XmlElement): XmlElement =>
    named.get(textOf(declared, 'type')?.replace(/^.*:/, '')) ?? declared;
  const below = (path: string, content: XmlElement): string[] =>
    childrenOf(content).flatMap((part) => {
      const name = textOf(part, 'name');
      if (part.name === 'element') {
        if (name === undefined) return [];
        return [`${path}${name}`, ...below(`${path}${name}/`, contentOf(part))];
      }
      if (part.name !== 'attribute') return below(path, part);
      const values = within(contentOf(part)).filter((facet) => facet.name === 'enumeration');
      const attribute = `${path}@${name ?? ''}`;
      return [attribute, ...values.map((value) => `${attribute}=${textOf(value, 'value') ?? ''}`)];
    });
  return below('', named.get('RegisterInvoiceRequest')!);
}

/** What a message holds, in the same words; every value of an attribute among them. */
function heldBy(xml: string): string[] {
  const below = (path: string, element: XmlElement): string[] => [
    ...element.attrs.flatMap(({ name, value }) => [`${path}@${name}`, `${path}@${name}=${value}`]),
    ...childrenOf(element).flatMap((child) => [
      `${path}${child.name}`,
      ...below(`${path}${child.name}/`, child),
    ]),
  ];
  return parsed(xml, (root) => below('', root));
}

/** The paths that the lines of a table name. */
function listed(lines: string, declared: readonly string[], isWritten: boolean): string[] {
  return lines
    .trim()
    .split(/\n\s*/)
    .flatMap((line) => {
      const [path = '', names] = line.split(':');
      if (names === undefined) {
        const below = declared.filter((other) => other.startsWith(`${path}/`));
        return isWritten ? [path] : [path, ...below];
      }
      if (names.trim() === '*') return declared.filter((other) => other.startsWith(`${path}=`));
      const separator = path.includes('@') ? '=' : '/@';
      const own = names.trim().split(/\s+/);
      return own.map((name) => path + separator + name);
    });
}

/** Fails unless every path of a schema is in its place in one of the tables. */
function expectListed(schema: string): void {
  const declared = parsed(schema, declaredBy);
  expect(declared.length).toBeGreaterThan(500);
  const held = new Map(
    [...new Set([...GOLDENS, ...Object.keys(WRITTEN)])].map((source) => {
      const messages = messagesOfList(source, declared) ?? [golden(source)];
      return [source, new Set(messages.flatMap(heldBy))];
    }),
  );
  const rows = (table: Readonly<Record<string, string>>, isWritten: boolean) =>
    Object.entries(table).flatMap(([source, lines]) =>
      listed(lines, declared, isWritten).map((path) => [path, source] as const),
    );
  const writtenRows = rows(WRITTEN, true);
  const leftOutRows = rows(LEFT_OUT, false);
  const all = [...writtenRows, ...leftOutRows].map(([path]) => path);
  expect({
    undeclared: all.filter((path) => !declared.includes(path)),
    listedTwice: all.filter((path, index) => all.indexOf(path) !== index),
    listedNowhere: declared.filter((path) => !all.includes(path)),
    notInItsGolden: writtenRows.filter(([path, source]) => !held.get(source)?.has(path)),
    leftOutYetWritten: leftOutRows.filter(([path]) =>
      [...held.values()].some((paths) => paths.has(path)),
    ),
  }).toEqual({
    undeclared: [],
    listedTwice: [],
    listedNowhere: [],
    notInItsGolden: [],
    leftOutYetWritten: [],
  });
}

test('our own schema: what it declares is written by a golden, or left out for a reason', () => {
  expectListed(readFileSync(new URL('../../schema/request.xsd', import.meta.url), 'utf8'));
});

(hasReferenceData ? test : test.skip)(
  needsReferenceData("the authority's live schema: the same"),
  () => {
    expectListed(referenceText('schema/eficg-fiscalization-service.xsd'));
  },
);
