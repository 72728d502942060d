// An invoice as the authority reads it: the XSD's own names in lower camel case, exact amounts,
// null for what is absent. Reading only; no rule is applied here. Protocol §5.

import { amount, capitals, child, flag, list, optional, shape, text } from './xml-tree.ts';

const readParty = shape({
  idType: ['IDType', text],
  idNum: ['IDNum', text],
  name: ['Name', text],
  address: ['Address', optional(text)],
  town: ['Town', optional(text)],
  country: ['Country', optional(text)],
});

/** Seller or Buyer. Protocol §5.4. */
export type Party = ReturnType<typeof readParty>;

const readPayMethod = shape({
  type: ['Type', text],
  amt: ['Amt', amount],
  compCard: ['CompCard', optional(text)],
  advIic: ['AdvIIC', optional(capitals)],
  bankAcc: ['BankAcc', optional(text)],
  vouchers: ['Vouchers', optional(list((voucher) => text(voucher, 'Num')))],
});

/** One PayMethod. Protocol §5.3. */
export type PayMethod = ReturnType<typeof readPayMethod>;

const readItem = shape({
  n: ['N', text],
  c: ['C', optional(text)],
  u: ['U', text],
  q: ['Q', amount],
  upb: ['UPB', amount],
  upa: ['UPA', amount],
  upbText: ['UPB', text],
  upaText: ['UPA', text],
  r: ['R', optional(amount)],
  rr: ['RR', optional(flag)],
  pb: ['PB', amount],
  pbText: ['PB', text],
  vr: ['VR', optional(amount)],
  va: ['VA', optional(amount)],
  vaText: ['VA', optional(text)],
  pa: ['PA', amount],
  paText: ['PA', text],
  ex: ['EX', optional(text)],
  investment: ['IN', optional(flag)],
  vd: ['VD', optional(text)],
  vsn: ['VSN', optional(text)],
});

/** One item `I`. Protocol §5.5. */
export type Item = ReturnType<typeof readItem>;

const readSameTax = shape({
  numOfItems: ['NumOfItems', (tree, name) => Number(text(tree, name))],
  priceBefVat: ['PriceBefVAT', amount],
  vatRate: ['VATRate', optional(amount)],
  exemptFromVat: ['ExemptFromVAT', optional(text)],
  vatAmt: ['VATAmt', optional(amount)],
});

/** One SameTax. Protocol §5.6. */
export type SameTax = ReturnType<typeof readSameTax>;

const readPeriod = shape({ start: ['Start', text], end: ['End', text] });
const readReference = shape({
  iicRef: ['IICRef', capitals],
  issueDateTime: ['IssueDateTime', text],
});
const readCorrective = shape({
  iicRef: ['IICRef', capitals],
  issueDateTime: ['IssueDateTime', text],
  type: ['Type', text],
});
const readCurrency = shape({ code: ['Code', text], exRate: ['ExRate', text] });
const readApproval = shape({
  totalAmt: ['TotalAmt', amount],
  vatAmt: ['VATAmt', optional(amount)],
});
const readFee = shape({ type: ['Type', text], amt: ['Amt', amount] });
const readIicReference = shape({
  iic: ['IIC', capitals],
  issueDateTime: ['IssueDateTime', text],
  amount: ['Amount', amount],
});

/** Reads the Invoice element. @throws MessageShapeError if the schema let something pass. */
export const readInvoice = shape({
  invType: ['InvType', text],
  typeOfInv: ['TypeOfInv', text],
  typeOfSelfIss: ['TypeOfSelfIss', optional(text)],
  issueDateTime: ['IssueDateTime', text],
  invNum: ['InvNum', text],
  // Exact text, as it stands in the IIC.
  invOrdNum: ['InvOrdNum', text],
  tcrCode: ['TCRCode', text],
  isIssuerInVat: ['IsIssuerInVAT', (tree, name) => optional(flag)(tree, name) ?? false],
  taxFreeAmt: ['TaxFreeAmt', optional(amount)],
  markUpAmt: ['MarkUpAmt', optional(amount)],
  goodsExAmt: ['GoodsExAmt', optional(amount)],
  totPriceWoVat: ['TotPriceWoVAT', amount],
  totVatAmt: ['TotVATAmt', optional(amount)],
  totPrice: ['TotPrice', amount],
  // Exact text, as it stands in the IIC.
  totPriceText: ['TotPrice', text],
  totPriceToPay: ['TotPriceToPay', optional(amount)],
  operatorCode: ['OperatorCode', text],
  businUnitCode: ['BusinUnitCode', text],
  softCode: ['SoftCode', text],
  iic: ['IIC', capitals],
  iicSignature: ['IICSignature', text],
  isReverseCharge: ['IsReverseCharge', optional(flag)],
  payDeadline: ['PayDeadline', optional(text)],
  paragonBlockNum: ['ParagonBlockNum', optional(text)],
  taxPeriod: ['TaxPeriod', optional(text)],
  bankAccNum: ['BankAccNum', optional(text)],
  note: ['Note', optional(text)],
  supplyPeriod: ['SupplyDateOrPeriod', optional(child(readPeriod))],
  correctiveInv: ['CorrectiveInv', optional(child(readCorrective))],
  payMethods: ['PayMethods', list(readPayMethod)],
  currency: ['Currency', optional(child(readCurrency))],
  seller: ['Seller', child(readParty)],
  buyer: ['Buyer', optional(child(readParty))],
  items: ['Items', optional(list(readItem))],
  sameTaxes: ['SameTaxes', optional(list(readSameTax))],
  approvals: ['Approvals', optional(list(readApproval))],
  fees: ['Fees', optional(list(readFee))],
  iicRefs: ['IICRefs', optional(list(readIicReference))],
  badDebtInv: ['BadDebtInv', optional(child(readReference))],
});

/** The Invoice element. Protocol §5.1, §5.2. */
export type Invoice = ReturnType<typeof readInvoice>;

/** TIN of the taxpayer who issues: the seller, or the buyer who issues for him. Protocol §13. */
export function issuerTin(invoice: Invoice): string {
  if (invoice.typeOfSelfIss === null) return invoice.seller.idNum;
  return invoice.buyer?.idNum ?? '';
}
