// An invoice as the authority reads it: the XSD's own names in lower camel case, exact amounts,
// null for what is absent. Reading only; no rule is applied here. Protocol §5.

import type { Amount } from '../decimal.ts';
import { amount, child, optionalAmount, optionalBoolean } from './xml-tree.ts';
import { optionalChild, optionalList, optionalText, text } from './xml-tree.ts';
import type { XmlTree } from './xml-tree.ts';

/** Seller or Buyer. Protocol §5.4. */
export interface Party {
  readonly idType: string;
  readonly idNum: string;
  readonly name: string;
  readonly address: string | null;
  readonly town: string | null;
  readonly country: string | null;
}

/** One PayMethod. Protocol §5.3. */
export interface PayMethod {
  readonly type: string;
  readonly amt: Amount;
  readonly compCard: string | null;
  readonly advIic: string | null;
  readonly bankAcc: string | null;
  readonly vouchers: readonly string[] | null;
}

/** One item `I`. Protocol §5.5. */
export interface Item {
  readonly n: string;
  readonly c: string | null;
  readonly u: string;
  readonly q: Amount;
  readonly upb: Amount;
  readonly upa: Amount;
  readonly upbText: string;
  readonly upaText: string;
  readonly r: Amount | null;
  readonly rr: boolean | null;
  readonly pb: Amount;
  readonly pbText: string;
  readonly vr: Amount | null;
  readonly va: Amount | null;
  readonly vaText: string | null;
  readonly pa: Amount;
  readonly paText: string;
  readonly ex: string | null;
  readonly investment: boolean | null;
  readonly vd: string | null;
  readonly vsn: string | null;
}

/** One SameTax. Protocol §5.6. */
export interface SameTax {
  readonly numOfItems: number;
  readonly priceBefVat: Amount;
  readonly vatRate: Amount | null;
  readonly exemptFromVat: string | null;
  readonly vatAmt: Amount | null;
}

/** One IICRef of a list. Protocol §5.2. */
export interface IicReference {
  readonly iic: string;
  readonly issueDateTime: string;
  readonly amount: Amount;
}

/** The Invoice element. Protocol §5.1, §5.2. */
export interface Invoice {
  readonly invType: string;
  readonly typeOfInv: string;
  readonly typeOfSelfIss: string | null;
  readonly issueDateTime: string;
  readonly invNum: string;
  /** Exact text, as it stands in the IIC. */
  readonly invOrdNum: string;
  readonly tcrCode: string;
  readonly isIssuerInVat: boolean;
  readonly taxFreeAmt: Amount | null;
  readonly markUpAmt: Amount | null;
  readonly goodsExAmt: Amount | null;
  readonly totPriceWoVat: Amount;
  readonly totVatAmt: Amount | null;
  readonly totPrice: Amount;
  /** Exact text, as it stands in the IIC. */
  readonly totPriceText: string;
  readonly totPriceToPay: Amount | null;
  readonly operatorCode: string;
  readonly businUnitCode: string;
  readonly softCode: string;
  /** Upper case. */
  readonly iic: string;
  readonly iicSignature: string;
  readonly isReverseCharge: boolean | null;
  readonly payDeadline: string | null;
  readonly paragonBlockNum: string | null;
  readonly taxPeriod: string | null;
  readonly bankAccNum: string | null;
  readonly note: string | null;
  readonly supplyPeriod: { readonly start: string; readonly end: string } | null;
  readonly correctiveInv: {
    readonly iicRef: string;
    readonly issueDateTime: string;
    readonly type: string;
  } | null;
  readonly payMethods: readonly PayMethod[];
  readonly currency: { readonly code: string; readonly exRate: string } | null;
  readonly seller: Party;
  readonly buyer: Party | null;
  readonly items: readonly Item[] | null;
  readonly sameTaxes: readonly SameTax[] | null;
  readonly approvals:
    readonly { readonly totalAmt: Amount; readonly vatAmt: Amount | null }[] | null;
  readonly fees: readonly { readonly type: string; readonly amt: Amount }[] | null;
  readonly iicRefs: readonly IicReference[] | null;
  readonly badDebtInv: { readonly iicRef: string; readonly issueDateTime: string } | null;
}

function readParty(tree: XmlTree): Party {
  return {
    idType: text(tree, 'IDType'),
    idNum: text(tree, 'IDNum'),
    name: text(tree, 'Name'),
    address: optionalText(tree, 'Address'),
    town: optionalText(tree, 'Town'),
    country: optionalText(tree, 'Country'),
  };
}

function readPayMethod(tree: XmlTree): PayMethod {
  return {
    type: text(tree, 'Type'),
    amt: amount(tree, 'Amt'),
    compCard: optionalText(tree, 'CompCard'),
    advIic: optionalText(tree, 'AdvIIC')?.toUpperCase() ?? null,
    bankAcc: optionalText(tree, 'BankAcc'),
    vouchers: optionalList(tree, 'Vouchers')?.map((voucher) => text(voucher, 'Num')) ?? null,
  };
}

function readItem(tree: XmlTree): Item {
  return {
    n: text(tree, 'N'),
    c: optionalText(tree, 'C'),
    u: text(tree, 'U'),
    q: amount(tree, 'Q'),
    upb: amount(tree, 'UPB'),
    upa: amount(tree, 'UPA'),
    upbText: text(tree, 'UPB'),
    upaText: text(tree, 'UPA'),
    r: optionalAmount(tree, 'R'),
    rr: optionalBoolean(tree, 'RR'),
    pb: amount(tree, 'PB'),
    pbText: text(tree, 'PB'),
    vr: optionalAmount(tree, 'VR'),
    va: optionalAmount(tree, 'VA'),
    vaText: optionalText(tree, 'VA'),
    pa: amount(tree, 'PA'),
    paText: text(tree, 'PA'),
    ex: optionalText(tree, 'EX'),
    investment: optionalBoolean(tree, 'IN'),
    vd: optionalText(tree, 'VD'),
    vsn: optionalText(tree, 'VSN'),
  };
}

function readSameTax(tree: XmlTree): SameTax {
  return {
    numOfItems: Number(text(tree, 'NumOfItems')),
    priceBefVat: amount(tree, 'PriceBefVAT'),
    vatRate: optionalAmount(tree, 'VATRate'),
    exemptFromVat: optionalText(tree, 'ExemptFromVAT'),
    vatAmt: optionalAmount(tree, 'VATAmt'),
  };
}

/** What the attributes of Invoice say. */
function readAttributes(tree: XmlTree) {
  return {
    invType: text(tree, 'InvType'),
    typeOfInv: text(tree, 'TypeOfInv'),
    typeOfSelfIss: optionalText(tree, 'TypeOfSelfIss'),
    issueDateTime: text(tree, 'IssueDateTime'),
    invNum: text(tree, 'InvNum'),
    invOrdNum: text(tree, 'InvOrdNum'),
    tcrCode: text(tree, 'TCRCode'),
    isIssuerInVat: optionalBoolean(tree, 'IsIssuerInVAT') ?? false,
    taxFreeAmt: optionalAmount(tree, 'TaxFreeAmt'),
    markUpAmt: optionalAmount(tree, 'MarkUpAmt'),
    goodsExAmt: optionalAmount(tree, 'GoodsExAmt'),
    totPriceWoVat: amount(tree, 'TotPriceWoVAT'),
    totVatAmt: optionalAmount(tree, 'TotVATAmt'),
    totPrice: amount(tree, 'TotPrice'),
    totPriceText: text(tree, 'TotPrice'),
    totPriceToPay: optionalAmount(tree, 'TotPriceToPay'),
    operatorCode: text(tree, 'OperatorCode'),
    businUnitCode: text(tree, 'BusinUnitCode'),
    softCode: text(tree, 'SoftCode'),
    iic: text(tree, 'IIC').toUpperCase(),
    iicSignature: text(tree, 'IICSignature'),
    isReverseCharge: optionalBoolean(tree, 'IsReverseCharge'),
    payDeadline: optionalText(tree, 'PayDeadline'),
    paragonBlockNum: optionalText(tree, 'ParagonBlockNum'),
    taxPeriod: optionalText(tree, 'TaxPeriod'),
    bankAccNum: optionalText(tree, 'BankAccNum'),
    note: optionalText(tree, 'Note'),
  };
}

/** Reads the Invoice element. @throws MessageShapeError if the schema let something pass. */
export function readInvoice(tree: XmlTree): Invoice {
  const period = optionalChild(tree, 'SupplyDateOrPeriod');
  const corrective = optionalChild(tree, 'CorrectiveInv');
  const currency = optionalChild(tree, 'Currency');
  const buyer = optionalChild(tree, 'Buyer');
  const badDebt = optionalChild(tree, 'BadDebtInv');
  return {
    ...readAttributes(tree),
    supplyPeriod: period && { start: text(period, 'Start'), end: text(period, 'End') },
    correctiveInv: corrective && {
      iicRef: text(corrective, 'IICRef').toUpperCase(),
      issueDateTime: text(corrective, 'IssueDateTime'),
      type: text(corrective, 'Type'),
    },
    payMethods: child(tree, 'PayMethods').children.map(readPayMethod),
    currency: currency && { code: text(currency, 'Code'), exRate: text(currency, 'ExRate') },
    seller: readParty(child(tree, 'Seller')),
    buyer: buyer && readParty(buyer),
    items: optionalList(tree, 'Items')?.map(readItem) ?? null,
    sameTaxes: optionalList(tree, 'SameTaxes')?.map(readSameTax) ?? null,
    approvals:
      optionalList(tree, 'Approvals')?.map((approval) => ({
        totalAmt: amount(approval, 'TotalAmt'),
        vatAmt: optionalAmount(approval, 'VATAmt'),
      })) ?? null,
    fees:
      optionalList(tree, 'Fees')?.map((fee) => ({
        type: text(fee, 'Type'),
        amt: amount(fee, 'Amt'),
      })) ?? null,
    iicRefs:
      optionalList(tree, 'IICRefs')?.map((reference) => ({
        iic: text(reference, 'IIC').toUpperCase(),
        issueDateTime: text(reference, 'IssueDateTime'),
        amount: amount(reference, 'Amount'),
      })) ?? null,
    badDebtInv: badDebt && {
      iicRef: text(badDebt, 'IICRef').toUpperCase(),
      issueDateTime: text(badDebt, 'IssueDateTime'),
    },
  };
}

/** TIN of the taxpayer who issues: the seller, or the buyer who issues for him. Protocol §13. */
export function issuerTin(invoice: Invoice): string {
  if (invoice.typeOfSelfIss === null) return invoice.seller.idNum;
  return invoice.buyer?.idNum ?? '';
}
