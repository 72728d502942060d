// RegisterInvoiceRequest: an issued invoice in the authority's words. Protocol §5.
//
// It translates and computes nothing: amounts come from the domain, the IIC from the submission.
// The same input gives the same bytes, so that a document sent again differs only in its header.
import {
  decimal,
  DOCUMENT_KINDS,
  exactText,
  registeredTypeOfInvoice,
  sum,
  toDecimalText,
} from '@fiscal/domain';
import type {
  Buyer,
  CashRegisterCodes,
  ComputedInvoice,
  DocumentType,
  IicReference,
  InvoiceLine,
  IssuedInvoice,
  Payment,
  SameTaxGroup,
  Seller,
  TypeOfInvoice,
} from '@fiscal/domain';
import { fitsIntoMessage } from './message-frame.ts';
import { requestRoot } from './request-root.ts';
import type { MessageHeader } from './request-root.ts';
import { identifierText, messageText, optionalMessageText } from './text.ts';
import type { TextEncoding } from './text.ts';
import { element } from './xml-writer.ts';
import type { CanonicalXml } from './xml-writer.ts';

/** An issued invoice and the message that carries it. */
export interface InvoiceMessage extends MessageHeader {
  seller: Seller;
  codes: CashRegisterCodes;
  issued: IssuedInvoice;
  type: DocumentType;
  typeOfInvoice: TypeOfInvoice;
  /** At least one; equal methods are added up. */
  payments: readonly Payment[];
  /** Local date, `YYYY-MM-DD`; null leaves the attribute out. */
  paymentDeadline: string | null;
  /** `MM/YYYY`; null leaves the attribute out. */
  taxPeriod: string | null;
  note: string | null;
  /** Null for an anonymous retail sale. */
  buyer: Buyer | null;
  /** The original of a corrective, with its issue time as the original's message wrote it. */
  corrective: { iic: string; issueDateTime: string } | null;
  computed: ComputedInvoice;
  textEncoding: TextEncoding;
}

const TYPE_OF_INVOICE = { Cash: 'CASH', NonCash: 'NONCASH' } as const;
const HOME_COUNTRY = 'MNE';

/**
 * The unsigned request in canonical form, ready for `signRequest`. What would be too large for the
 * authority in UTF-8 is transliterated, so that whatever was accepted fits (message-size.ts).
 * Throws `MessageError`.
 */
export function registerInvoiceRequest(message: InvoiceMessage): CanonicalXml {
  const written = invoiceElement(message);
  const invoice =
    message.textEncoding === 'ascii' || fitsIntoMessage(written)
      ? written
      : invoiceElement({ ...message, textEncoding: 'ascii' });
  return requestRoot('RegisterInvoiceRequest', message, invoice);
}

/** What an `Invoice` element is written from. */
export type InvoiceElementContent = Omit<InvoiceMessage, keyof MessageHeader>;

/** The document of the message, without what is around it. */
export function invoiceElement(message: InvoiceElementContent): CanonicalXml {
  const { codes, computed, corrective, issued, seller, textEncoding } = message;
  const kind = TYPE_OF_INVOICE[registeredTypeOfInvoice(message.typeOfInvoice, message.payments)];
  return element(
    'Invoice',
    {
      InvType: DOCUMENT_KINDS[message.type].invType,
      TypeOfInv: kind,
      IssueDateTime: issued.issueDateTime,
      InvNum: issued.invoiceNumber,
      InvOrdNum: String(issued.ordinal),
      TCRCode: codes.tcrCode,
      ...totalAttributes(message),
      OperatorCode: codes.operatorCode,
      BusinUnitCode: codes.businessUnitCode,
      SoftCode: codes.softwareCode,
      IIC: issued.iic,
      IICSignature: issued.iicSignature,
      IsReverseCharge: 'false',
      PayDeadline: message.paymentDeadline,
      TaxPeriod: message.taxPeriod,
      // Protocol §13: only on what is registered as NONCASH.
      BankAccNum:
        kind === 'CASH'
          ? null
          : optionalMessageText(seller.bankAccount, 50, textEncoding, identifierText),
      Note: optionalMessageText(message.note, 200, textEncoding),
    },
    [
      corrective === null
        ? ''
        : element('CorrectiveInv', {
            IICRef: corrective.iic,
            IssueDateTime: corrective.issueDateTime,
            Type: 'CORRECTIVE',
          }),
      payMethodsElement(message.payments),
      sellerElement(seller, textEncoding),
      message.buyer === null ? '' : buyerElement(message.buyer, textEncoding),
      element(
        'Items',
        {},
        computed.lines.map((line) => itemElement(line, computed.decimals, textEncoding)),
      ),
      // Protocol §5.7: an issuer outside VAT sends no SameTaxes; the domain gives it no groups.
      computed.sameTaxGroups.length === 0
        ? ''
        : element(
            'SameTaxes',
            {},
            computed.sameTaxGroups.map((group) => sameTaxElement(group, computed.decimals)),
          ),
      issued.iicReferences.length === 0
        ? ''
        : element('IICRefs', {}, issued.iicReferences.map(iicRefElement)),
    ],
  );
}

/** Totals and VAT status. Protocol §5.1; the form of an issuer outside VAT by §5.7. */
function totalAttributes({
  computed,
  seller,
}: InvoiceElementContent): Record<string, string | null> {
  const total = exactText(computed.totals.total, 2);
  return {
    IsIssuerInVAT: String(seller.isInVat),
    TaxFreeAmt: seller.isInVat ? amountText(computed.totals.taxFree) : total,
    GoodsExAmt: amountText(computed.totals.exported),
    TotPriceWoVAT: exactText(computed.totals.withoutVat, 2),
    TotVATAmt: seller.isInVat ? exactText(computed.totals.vat, 2) : null,
    TotPrice: total,
    // Its type knows no minus (Protocol §13); it is informative, so a negative total goes without.
    TotPriceToPay: total.startsWith('-') ? null : total,
  };
}

const amountText = (amount: string | undefined): string | null =>
  amount === undefined ? null : exactText(amount, 2);

/** Protocol §5.3; the schema has each method once. */
function payMethodsElement(payments: readonly Payment[]): CanonicalXml {
  const byMethod = Map.groupBy(payments, ({ method }) => method);
  return element(
    'PayMethods',
    {},
    [...byMethod].map(([method, equal]) =>
      element('PayMethod', {
        Type: method,
        Amt: toDecimalText(sum(equal.map(({ amount }) => decimal(amount))), 2),
        AdvIIC: equal[0]?.advanceIic ?? null,
      }),
    ),
  );
}

function sellerElement(seller: Seller, encoding: TextEncoding): CanonicalXml {
  return element('Seller', {
    IDType: 'TIN',
    IDNum: seller.tin,
    Name: messageText(seller.name, 400, encoding),
    Address: optionalMessageText(seller.address, 200, encoding),
    Town: optionalMessageText(seller.town, 100, encoding),
    Country: seller.country,
  });
}

function buyerElement(buyer: Buyer, encoding: TextEncoding): CanonicalXml {
  return element('Buyer', {
    IDType: buyer.idType,
    IDNum: identifierText(buyer.idNumber, 20, encoding),
    Name: messageText(buyer.name, 400, encoding),
    Address: optionalMessageText(buyer.address, 200, encoding),
    Town: optionalMessageText(buyer.city, 100, encoding),
    Country: buyer.country ?? HOME_COUNTRY,
  });
}

/** Protocol §5.5. All amounts of an invoice's items have the same number of decimals (§11). */
function itemElement(line: InvoiceLine, decimals: number, encoding: TextEncoding): CanonicalXml {
  const rebate = line.effectiveRebatePercentage;
  return element('I', {
    N: messageText(line.name, 50, encoding),
    C: optionalMessageText(line.code, 50, encoding, identifierText),
    U: messageText(line.unit, 50, encoding),
    Q: exactText(line.quantity, 0, 3),
    UPB: exactText(line.unitPriceBeforeVat, decimals),
    UPA: exactText(line.unitPriceAfterVat, decimals),
    R: rebate === null ? null : exactText(rebate, 2, 4),
    RR: line.rebateReducingBase === null ? null : String(line.rebateReducingBase),
    PB: exactText(line.base, decimals),
    // A rate of 0 % is written as such; an exempt line has neither attribute, nor has an issuer
    // outside VAT (§5.7).
    VR: line.vatRate === null ? null : exactText(line.vatRate, 2, 4),
    VA: line.vatRate === null ? null : exactText(line.vat, decimals),
    PA: exactText(line.total, decimals),
    EX: line.exemption ?? null,
  });
}

/** Protocol §5.6. Sums of the items' amounts, so the items' decimals hold them exactly. */
function sameTaxElement(group: SameTaxGroup, decimals: number): CanonicalXml {
  return element('SameTax', {
    NumOfItems: String(group.itemCount),
    PriceBefVAT: exactText(group.base, decimals),
    VATRate: group.vatRate === null ? null : exactText(group.vatRate, 2),
    VATAmt: group.vatRate === null ? null : exactText(group.vat, decimals),
    ExemptFromVAT: group.exemption ?? null,
  });
}

/**
 * Protocol §5.2; the amount of what is referred to, which is positive on a corrective, too (§13).
 */
function iicRefElement(reference: IicReference): CanonicalXml {
  return element('IICRef', {
    IIC: reference.iic,
    IssueDateTime: reference.issueDateTime,
    Amount: exactText(reference.amount, 2),
  });
}
