// Unsigned messages that hold all there is, and values to break them with. Declared tables.

const NOW = '2026-07-11T15:51:04+02:00';
const HEX32 = 'A'.repeat(32);
const CODE = 'ab123cd456';
const UUID = 'f223ea2c-eb26-4f61-a264-b8a47779e250';
/** A signature that the schema passes. */
export const SIGNATURE = `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><CanonicalizationMethod Algorithm="a"/><SignatureMethod Algorithm="b"/><Reference URI="#Request"><Transforms><Transform Algorithm="c"/></Transforms><DigestMethod Algorithm="d"/><DigestValue>AAAA</DigestValue></Reference></SignedInfo><SignatureValue>AAAA</SignatureValue><KeyInfo><X509Data><X509Certificate>AAAA</X509Certificate></X509Data></KeyInfo></Signature>`;
/** Attributes of every request element. */
export const ROOT = 'xmlns="https://efi.tax.gov.me/fs/schema" Id="Request" Version="1"';
/** A header with all its attributes. */
export const HEADER = `<Header UUID="${UUID}" SendDateTime="${NOW}" SubseqDelivType="SERVICE"/>`;
const PARTY = 'IDType="TIN" IDNum="12345678" Name="N" Address="A" Town="T" Country="MNE"';

/** One message of each request that holds every element and attribute there is. */
export const FULL_MESSAGES = {
  invoice: `<RegisterInvoiceRequest ${ROOT}>${HEADER}<Invoice InvType="INVOICE" TypeOfInv="CASH" TypeOfSelfIss="SELF" IssueDateTime="${NOW}" InvNum="${CODE}/1/2026/${CODE}" InvOrdNum="1" TCRCode="${CODE}" IsIssuerInVAT="true" TaxFreeAmt="1.00" MarkUpAmt="1.00" GoodsExAmt="1.00" TotPriceWoVAT="1.00" TotVATAmt="1.00" TotPrice="1.00" TotPriceToPay="1.00" OperatorCode="${CODE}" BusinUnitCode="${CODE}" SoftCode="${CODE}" IIC="${HEX32}" IICSignature="${HEX32.repeat(16)}" IsReverseCharge="false" PayDeadline="2026-07-11" ParagonBlockNum="1" TaxPeriod="07/2026" BankAccNum="1" Note="n"><SupplyDateOrPeriod Start="2026-07-11" End="2026-07-11"/><CorrectiveInv IICRef="${HEX32}" IssueDateTime="${NOW}" Type="CORRECTIVE"/><PayMethods><PayMethod Type="SVOUCHER" Amt="1.00" CompCard="c" AdvIIC="${HEX32}" BankAcc="b"><Vouchers><Voucher Num="1-2026-12345678"/></Vouchers></PayMethod><PayMethod Type="CARD" Amt="0"/></PayMethods><Currency Code="EUR" ExRate="1"/><Seller ${PARTY}/><Buyer ${PARTY} TIC="1"/><Items><I N="n" C="c" U="kom" Q="1" UPB="1.00" UPA="1.00" R="1.00" RR="true" PB="1.00" VR="21.00" VA="1.00" IN="false" PA="1.00" EX="VAT_CL17" VD="2026-07-11" VSN="1-2026-12345678"/></Items><SameTaxes><SameTax NumOfItems="1" PriceBefVAT="1.00" VATRate="21.00" ExemptFromVAT="VAT_CL44" VATAmt="1.00"/></SameTaxes><Approvals><Approval DiscountAmt="1.00" ReturnAmt="1.00" VATRate="1.00" ExemptFromVAT="1.00" VATAmt="1.00" TotalAmt="1.00"/></Approvals><Fees><Fee Type="PACK" Amt="1.00"/><Fee Type="OTHER" Amt="1.00"/></Fees><IICRefs><IICRef IIC="${HEX32}" IssueDateTime="${NOW}" Amount="1.00"/></IICRefs><BadDebtInv IICRef="${HEX32}" IssueDateTime="${NOW}"/></Invoice>${SIGNATURE}</RegisterInvoiceRequest>`,
  deposit: `<RegisterCashDepositRequest ${ROOT}>${HEADER}<CashDeposit ChangeDateTime="${NOW}" Operation="INITIAL" CashAmt="0.00" TCRCode="${CODE}" IssuerTIN="12345678"/>${SIGNATURE}</RegisterCashDepositRequest>`,
  tcr: `<RegisterTCRRequest ${ROOT}><Header UUID="${UUID}" SendDateTime="${NOW}"/><TCR IssuerTIN="12345678" BusinUnitCode="${CODE}" TCRIntID="1" SoftCode="${CODE}" MaintainerCode="${CODE}" ValidFrom="2026-07-11" ValidTo="2026-07-12" Type="REGULAR"/>${SIGNATURE}</RegisterTCRRequest>`,
} as const;

/** Values that a careless or a malicious client might write. */
export const VALUES = [
  '',
  ' ',
  ' 1.00 ',
  'čšž',
  'a\u00a0b',
  '&lt;',
  '{}',
  NOW,
  UUID,
  UUID.toUpperCase(),
  CODE,
  `${CODE}/1/2026/${CODE}`,
  `${CODE}/01/2026/${CODE}`,
  HEX32,
  HEX32.toLowerCase(),
  `${HEX32}A`,
  'G'.repeat(32),
  HEX32.repeat(16),
  `${HEX32.repeat(15)}A`,
  ...[20, 21, 50, 51, 100, 101, 200, 201, 400, 401].map((length) => 'č'.repeat(length)),
  ...words('0 -0 00 1 -1 +1 01 1.0 1.00 -1.00 -0.00 01.00 .50 1. 1.000 1.0000 1.00000 +1.00 1,00'),
  ...words('1e3 INF NaN 2147483648 0.5 7.000 1.1234 12345678901234567890.00'),
  ...words('true false TRUE yes abc 2026-07-11 2026-02-30 2026-7-1 2026-07-11+02:00'),
  ...words('2026-07-11T15:51:04Z 2026-07-11T15:51:04 2026-07-11T15:51:04.5Z 2026-07-11T24:00:00Z'),
  ...words('2026-07-11T15:61:04Z 2026-07-11T15:51:04+15:00 07/2026 13/2026 7/2026'),
  ...words('01980000-0000-7000-8000-000000000000 00000000-0000-0000-0000-000000000000'),
  ...words('12345678 123456789 1234567890123 AB123CD456 ab12cd456'),
  ...words('1-2026-12345678 0-2026-12345678 123456789-2026-12345678'),
  ...words(
    'INVOICE CORRECTIVE ERROR_CORRECTIVE SUMMARY PERIODICAL ADVANCE CREDIT_NOTE CASH NONCASH',
  ),
  ...words('AGREEMENT DOMESTIC ABROAD SELF OTHER OTHER-CASH BANKNOTE CARD BUSINESSCARD SVOUCHER'),
  ...words('COMPANY ORDER ACCOUNT FACTORING CHECK PACK COMMISSION COMMISION BOTTLE'),
  ...words('TIN ID PASS VAT TAX SOC NUIS INITIAL WITHDRAW REGULAR VENDING'),
  ...words(
    'NOINTERNET BOUNDBOOK SERVICE TECHNICALERROR BUSINESSNEEDS BUSINESSNEED Request Response',
  ),
  ...words(
    'VAT_CL1 VAT_CL3 VAT_CL4 VAT_CL14 VAT_CL15 VAT_CL17 VAT_CL20 VAT_CL26 VAT_CL27 VAT_CL28',
  ),
  ...words('VAT_CL29 VAT_CL30 VAT_CL44 XKX RKS MNE EUR XXX mne'),
];

function words(text: string): string[] {
  return text.split(' ');
}
