// Declared table: the three requests as an XML Schema of our own, written from the tables of
// protocol §2 to §5. A message is checked against it before it leaves, because the authority answers
// a wrong one only with code 11 and a line of text.
//
// It follows the newest generation of the authority's rules. Where it is narrower, it is so on
// purpose: the only currency is EUR (§5.2) and a TCR element holds no text.
import { SCHEMA_NAMESPACE, SIGNATURE_NAMESPACE } from '../protocol.ts';

/** Name under which the request schema imports the signature's. */
export const SIGNATURE_SCHEMA_LOCATION = 'memory:///signature.xsd';

// ISO 3166-1 alpha-3, and RKS.
const COUNTRIES =
  'ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD BGR ' +
  'BHR BHS BIH BLM BLR BLZ BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG ' +
  'COK COL COM CPV CRI CUB CUW CXR CYM CYP CZE DEU DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH ' +
  'FIN FJI FLK FRA FRO FSM GAB GBR GEO GGY GHA GIB GIN GLP GMB GNB GNQ GRC GRD GRL GTM GUF GUM GUY ' +
  'HKG HMD HND HRV HTI HUN IDN IMN IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR JPN KAZ KEN KGZ KHM ' +
  'KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA MAC MAF MAR MCO MDA MDG MDV MEX MHL ' +
  'MKD MLI MLT MMR MNE MNG MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM NCL NER NFK NGA NIC NIU NLD NOR ' +
  'NPL NRU NZL OMN PAK PAN PCN PER PHL PLW PNG POL PRI PRK PRT PRY PSE PYF QAT REU RKS ROU RUS RWA ' +
  'SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM SPM SRB SSD STP SUR SVK SVN SWE SWZ SXM SYC SYR ' +
  'TCA TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA UGA UKR UMI URY USA UZB VAT VCT VEN ' +
  'VGB VIR VNM VUT WLF WSM YEM ZAF ZMB ZWE';

function oneOf(type: string, words: string): string {
  const values = words.split(' ').map((word) => `<xs:enumeration value="${word}"/>`);
  return simple(type, 'xs:string', values.join(''));
}

function matching(type: string, base: string, pattern: string): string {
  return simple(type, base, `<xs:pattern value="${pattern}"/>`);
}

function textUpTo(length: number): string {
  const facets = `<xs:minLength value="1"/><xs:maxLength value="${length}"/>`;
  return simple(`Text${length}`, 'xs:string', facets);
}

function simple(type: string, base: string, facets: string): string {
  return (
    `<xs:simpleType name="${type}"><xs:restriction base="${base}">` +
    `${facets}</xs:restriction></xs:simpleType>`
  );
}

/** `Name:Type` is required, `Name?:Type` is not. */
function attributes(list: string): string {
  return list
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [name = '', type = ''] = entry.split(/\??:(.*)/);
      const use = entry.includes('?:') ? 'optional' : 'required';
      return `<xs:attribute name="${name}" type="${type}" use="${use}"/>`;
    })
    .join('');
}

function holder(type: string, attributeList: string): string {
  return `<xs:complexType name="${type}">${attributes(attributeList)}</xs:complexType>`;
}

function listOf(type: string, item: string, most: number): string {
  return (
    `<xs:complexType name="${type}"><xs:sequence>` +
    `<xs:element name="${item}" type="${item}" minOccurs="1" maxOccurs="${most}"/>` +
    `</xs:sequence></xs:complexType>`
  );
}

function child(name: string, use: '1' | '0..1', constraint = ''): string {
  const minOccurs = use === '1' ? 1 : 0;
  return `<xs:element name="${name}" type="${name}" minOccurs="${minOccurs}">${constraint}</xs:element>`;
}

function distinctTypes(name: string, item: string): string {
  return `<xs:unique name="${name}"><xs:selector xpath="efi:${item}"/><xs:field xpath="@Type"/></xs:unique>`;
}

function request(name: string, headerType: string, data: string): string {
  return `
  <xs:element name="${name}">
    <xs:complexType>
      <xs:all>
        <xs:element name="Header" type="${headerType}"/>
        <xs:element name="${data}" type="${data}"/>
        <xs:element ref="ds:Signature"/>
      </xs:all>
      <xs:attribute name="Id" type="xs:string" fixed="Request" use="required"/>
      <xs:attribute name="Version" type="PositiveInt" fixed="1" use="required"/>
    </xs:complexType>
  </xs:element>`;
}

// Protocol §2.1 and the closed lists of §2.2, §3, §4, §5.1 to §5.8.
const SIMPLE_TYPES = [
  matching(
    'Instant',
    'xs:dateTime',
    '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(Z|[+-][0-9]{2}:[0-9]{2})',
  ),
  matching('Day', 'xs:date', '[0-9]{4}-[0-9]{2}-[0-9]{2}'),
  matching(
    'Uuid',
    'xs:string',
    '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-5][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}',
  ),
  matching('Tin', 'xs:string', '[0-9]{8}([0-9]{5})?'),
  matching('Code', 'xs:string', '([a-z]{2}[0-9]{3}){2}'),
  matching(
    'InvoiceNumber',
    'xs:string',
    '([a-z]{2}[0-9]{3}){2}/[1-9][0-9]{0,14}/[0-9]{4}/([a-z]{2}[0-9]{3}){2}',
  ),
  matching('Amount', 'xs:decimal', '0|(0|[1-9][0-9]*)\\.[0-9]{2}'),
  matching('SignedAmount', 'xs:decimal', '0|-?(0|[1-9][0-9]*)\\.[0-9]{2}'),
  matching('FineAmount', 'xs:decimal', '0|(0|[1-9][0-9]*)\\.[0-9]{2,4}'),
  matching('SignedFineAmount', 'xs:decimal', '0|-?(0|[1-9][0-9]*)\\.[0-9]{2,4}'),
  matching('Quantity', 'xs:double', '-?(0|[1-9][0-9]*)(\\.[0-9]{1,3})?'),
  simple('PositiveInt', 'xs:int', '<xs:minInclusive value="1"/>'),
  simple('PositiveDouble', 'xs:double', '<xs:minExclusive value="0"/>'),
  matching('Hex32', 'xs:string', '[0-9a-fA-F]{32}'),
  matching('Hex512', 'xs:string', '[0-9a-fA-F]{512}'),
  matching('VoucherNumber', 'xs:string', '[1-9][0-9]{0,7}-[0-9]{4}-[0-9]{8}'),
  matching('Month', 'xs:string', '(0[1-9]|1[0-2])/[0-9]{4}'),
  ...[20, 50, 100, 200, 400].map(textUpTo),
  oneOf('Country', COUNTRIES),
  oneOf('CurrencyCode', 'EUR'),
  oneOf('IdType', 'TIN ID PASS VAT TAX SOC'),
  oneOf('DeliveryType', 'NOINTERNET BOUNDBOOK SERVICE TECHNICALERROR BUSINESSNEEDS'),
  oneOf('TcrType', 'REGULAR VENDING'),
  oneOf('DepositOperation', 'INITIAL WITHDRAW'),
  oneOf('DocumentType', 'INVOICE CORRECTIVE SUMMARY PERIODICAL ADVANCE CREDIT_NOTE'),
  oneOf('PaymentKind', 'CASH NONCASH'),
  oneOf('SelfIssue', 'AGREEMENT DOMESTIC ABROAD SELF OTHER'),
  oneOf('CorrectiveType', 'CORRECTIVE ERROR_CORRECTIVE'),
  oneOf('FeeType', 'PACK COMMISSION OTHER'),
  oneOf(
    'PaymentType',
    'BANKNOTE CARD OTHER-CASH BUSINESSCARD SVOUCHER COMPANY ORDER ADVANCE ACCOUNT FACTORING OTHER',
  ),
  oneOf(
    'Exemption',
    [3, 4, 14, 15, 17, 20, 26, 27, 28, 29, 30, 44].map((article) => `VAT_CL${article}`).join(' '),
  ),
].join('\n  ');

// Protocol §5.1.
const INVOICE_ATTRIBUTES = `
  InvType:DocumentType TypeOfInv:PaymentKind TypeOfSelfIss?:SelfIssue IssueDateTime:Instant
  InvNum:InvoiceNumber InvOrdNum:PositiveInt TCRCode:Code IsIssuerInVAT:xs:boolean
  TaxFreeAmt?:SignedAmount MarkUpAmt?:SignedAmount GoodsExAmt?:SignedAmount
  TotPriceWoVAT:SignedAmount TotVATAmt?:SignedAmount TotPrice:SignedAmount TotPriceToPay?:Amount
  OperatorCode:Code BusinUnitCode:Code SoftCode:Code IIC:Hex32 IICSignature:Hex512
  IsReverseCharge?:xs:boolean PayDeadline?:Day ParagonBlockNum?:Text20 TaxPeriod?:Month
  BankAccNum?:Text50 Note?:Text200`;

// Protocol §5.2: the children of an invoice come in any order.
const INVOICE = `
  <xs:complexType name="Invoice">
    <xs:all>
      ${child('SupplyDateOrPeriod', '0..1')}
      ${child('CorrectiveInv', '0..1')}
      ${child('PayMethods', '1', distinctTypes('EachPayMethodOnce', 'PayMethod'))}
      ${child('Currency', '0..1')}
      ${child('Seller', '1')}
      ${child('Buyer', '0..1')}
      ${child('Items', '0..1')}
      ${child('SameTaxes', '0..1')}
      ${child('Approvals', '0..1')}
      ${child('Fees', '0..1', distinctTypes('EachFeeOnce', 'Fee'))}
      ${child('IICRefs', '0..1')}
      ${child('BadDebtInv', '0..1')}
    </xs:all>
    ${attributes(INVOICE_ATTRIBUTES)}
  </xs:complexType>
  <xs:complexType name="PayMethod">
    <xs:sequence>${child('Vouchers', '0..1')}</xs:sequence>
    ${attributes('Type:PaymentType Amt:SignedAmount CompCard?:Text50 AdvIIC?:Hex32 BankAcc?:Text50')}
  </xs:complexType>`;

const PARTY_ATTRIBUTES =
  'IDType:IdType IDNum:Text20 Name:Text400 Address?:Text200 Town?:Text100 Country?:Country';

// Protocol §3, §4, §5.2 to §5.6.
const COMPLEX_TYPES = [
  holder('TcrHeader', 'UUID:Uuid SendDateTime:Instant'),
  holder('DocumentHeader', 'UUID:Uuid SendDateTime:Instant SubseqDelivType?:DeliveryType'),
  holder(
    'TCR',
    `IssuerTIN:Tin BusinUnitCode:Code TCRIntID:Text50 SoftCode?:Code MaintainerCode?:Code
     ValidFrom?:Day ValidTo?:Day Type?:TcrType`,
  ),
  holder(
    'CashDeposit',
    'ChangeDateTime:Instant Operation:DepositOperation CashAmt:Amount TCRCode:Code IssuerTIN:Tin',
  ),
  holder('SupplyDateOrPeriod', 'Start:Day End:Day'),
  holder('CorrectiveInv', 'IICRef:Hex32 IssueDateTime:Instant Type:CorrectiveType'),
  holder('BadDebtInv', 'IICRef:Hex32 IssueDateTime:Instant'),
  holder('Currency', 'Code:CurrencyCode ExRate:PositiveDouble'),
  holder('Seller', PARTY_ATTRIBUTES),
  holder('Buyer', `${PARTY_ATTRIBUTES} TIC?:Text20`),
  holder(
    'I',
    `N:Text50 C?:Text50 U:Text50 Q:Quantity UPB:FineAmount UPA:FineAmount R?:FineAmount
     RR?:xs:boolean PB:SignedFineAmount VR?:FineAmount VA?:SignedFineAmount PA:SignedFineAmount
     EX?:Exemption IN?:xs:boolean VD?:Day VSN?:VoucherNumber`,
  ),
  holder(
    'SameTax',
    `NumOfItems:PositiveInt PriceBefVAT:SignedFineAmount VATRate?:SignedAmount
     ExemptFromVAT?:Exemption VATAmt?:SignedFineAmount`,
  ),
  holder(
    'Approval',
    `DiscountAmt?:SignedAmount ReturnAmt?:SignedAmount VATRate?:SignedAmount
     ExemptFromVAT?:SignedAmount VATAmt?:SignedAmount TotalAmt:SignedAmount`,
  ),
  holder('Fee', 'Type:FeeType Amt:SignedAmount'),
  holder('IICRef', 'IIC:Hex32 IssueDateTime:Instant Amount:SignedAmount'),
  holder('Voucher', 'Num:VoucherNumber'),
  listOf('PayMethods', 'PayMethod', 10),
  listOf('Vouchers', 'Voucher', 20),
  listOf('Items', 'I', 1000),
  listOf('SameTaxes', 'SameTax', 20),
  listOf('Approvals', 'Approval', 20),
  listOf('Fees', 'Fee', 20),
  listOf('IICRefs', 'IICRef', 1000),
].join('\n  ');

/** The schema of the three requests, as text. */
export const REQUEST_SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns="${SCHEMA_NAMESPACE}" xmlns:efi="${SCHEMA_NAMESPACE}" xmlns:ds="${SIGNATURE_NAMESPACE}"
    targetNamespace="${SCHEMA_NAMESPACE}" elementFormDefault="qualified">
  <xs:import namespace="${SIGNATURE_NAMESPACE}" schemaLocation="${SIGNATURE_SCHEMA_LOCATION}"/>
  ${request('RegisterInvoiceRequest', 'DocumentHeader', 'Invoice')}
  ${request('RegisterTCRRequest', 'TcrHeader', 'TCR')}
  ${request('RegisterCashDepositRequest', 'DocumentHeader', 'CashDeposit')}
  ${INVOICE}
  ${COMPLEX_TYPES}
  ${SIMPLE_TYPES}
</xs:schema>`;
