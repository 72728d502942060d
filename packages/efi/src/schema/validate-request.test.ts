import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  XmlBufferInputProvider,
  XmlDocument,
  XmlLibError,
  xmlRegisterInputProvider,
  XsdValidator,
} from 'libxml2-wasm';
import { registerInvoiceRequest } from '../messages/register-invoice-request.ts';
import { signRequest } from '../signing/sign-request.ts';
import { createSigner } from '../signing/signer.ts';
import { makeCertificate } from '../testing/certificates.ts';
import { CASH_INVOICE, COMPUTED } from '../testing/messages.ts';
import { hasReferenceData, needsReferenceData, referenceText } from '../testing/reference.ts';
import { validateRequest } from './validate-request.ts';

// Thousands of changed messages are validated in one test, twice each.
jest.setTimeout(300_000);

const DOCUMENT =
  '<Header UUID="22222222-2222-4222-8222-222222222222" SendDateTime="2026-07-11T15:51:04+02:00"' +
  ' SubseqDelivType="SERVICE"/>';
const IIC = '0123456789abcdefABCDEF9876543210';
const AT = '2026-07-11T15:51:04Z';

/** Every element and every attribute that a request can have, once. */
const MESSAGES = {
  RegisterInvoiceRequest: `${DOCUMENT}
<Invoice InvType="INVOICE" TypeOfInv="CASH" TypeOfSelfIss="SELF" IssueDateTime="${AT}"
 InvNum="bb111bb111/41/2026/cc222cc222" InvOrdNum="41" TCRCode="cc222cc222" IsIssuerInVAT="true"
 TaxFreeAmt="0.00" MarkUpAmt="-1.00" GoodsExAmt="0" TotPriceWoVAT="20.98" TotVATAmt="3.32"
 TotPrice="24.30" TotPriceToPay="24.30" OperatorCode="oo444oo444" BusinUnitCode="bb111bb111"
 SoftCode="ss333ss333" IIC="${IIC}" IICSignature="${'aF'.repeat(256)}" IsReverseCharge="false"
 PayDeadline="2026-07-11" ParagonBlockNum="7" TaxPeriod="07/2026" BankAccNum="510-1" Note="note">
<SupplyDateOrPeriod Start="2026-07-01" End="2026-07-11"/>
<CorrectiveInv IICRef="${IIC}" IssueDateTime="${AT}" Type="CORRECTIVE"/>
<PayMethods><PayMethod Type="SVOUCHER" Amt="20.00" CompCard="c" AdvIIC="${IIC}" BankAcc="b"><Vouchers>
<Voucher Num="1-2026-12345678"/></Vouchers></PayMethod><PayMethod Type="BANKNOTE" Amt="4.30"/></PayMethods>
<Currency Code="EUR" ExRate="1"/>
<Seller IDType="TIN" IDNum="12345678" Name="n" Address="a" Town="t" Country="MNE"/>
<Buyer IDType="PASS" IDNum="x" Name="n" Address="a" Town="t" Country="RKS" TIC="t"/>
<Items><I N="n" C="c" U="u" Q="-1.5" UPB="1.2345" UPA="1.234" R="10.00" RR="true" PB="-1.0000" VR="21.00"
 VA="-0.2100" PA="-1.21" EX="VAT_CL17" IN="false" VD="2026-12-31" VSN="1-2026-12345678"/></Items>
<SameTaxes><SameTax NumOfItems="1" PriceBefVAT="-1.0000" VATRate="21.00" ExemptFromVAT="VAT_CL44"
 VATAmt="0.21"/></SameTaxes>
<Approvals><Approval DiscountAmt="1.00" ReturnAmt="-1.00" VATRate="21.00" ExemptFromVAT="0.00" VATAmt="0"
 TotalAmt="1.00"/></Approvals>
<Fees><Fee Type="PACK" Amt="1.00"/></Fees>
<IICRefs><IICRef IIC="${IIC}" IssueDateTime="${AT}" Amount="1.00"/></IICRefs>
<BadDebtInv IICRef="${IIC}" IssueDateTime="${AT}"/></Invoice>`,
  RegisterCashDepositRequest: `${DOCUMENT}
<CashDeposit ChangeDateTime="2026-07-11T07:00:00+02:00" Operation="INITIAL" CashAmt="0.00"
 TCRCode="cc222cc222" IssuerTIN="12345678"/>`,
  RegisterTCRRequest: `${DOCUMENT.replace(' SubseqDelivType="SERVICE"', '')}
<TCR IssuerTIN="1234567890123" BusinUnitCode="bb111bb111" TCRIntID="1" SoftCode="ss333ss333"
 MaintainerCode="mm555mm555" ValidFrom="2026-07-11" ValidTo="2027-07-11" Type="REGULAR"/>`,
};

/** Every element of the text, however deep, as it stands there. */
function elementsIn(text: string, offset = 0): { start: number; text: string }[] {
  return [...text.matchAll(/<(\w+)(?: [^>]*)?(?:\/>|>.*?<\/\1>)/gs)].flatMap(
    ({ 0: found, index }) => [
      { start: offset + index, text: found },
      ...elementsIn(found.slice(1), offset + index + 1),
    ],
  );
}

let signature: string;

beforeAll(() => {
  const signer = createSigner(makeCertificate({ commonName: 'Kafana', tin: '12345678' }));
  const signed = signRequest(registerInvoiceRequest(CASH_INVOICE), signer);
  signature = signed.slice(signed.indexOf('<Signature'), signed.lastIndexOf('</Register'));
});

function complete(root: string, content: string): string {
  return `<${root} xmlns="https://efi.tax.gov.me/fs/schema" Id="Request" Version="1">${content}${signature}</${root}>`;
}

describe('our schema', () => {
  test.each(Object.entries(MESSAGES))('accepts a complete %s', (root, content) => {
    expect(validateRequest(complete(root, content))).toEqual([]);
  });

  test('names every problem, with the element and the attribute', () => {
    const { RegisterTCRRequest } = MESSAGES;
    const broken = RegisterTCRRequest.replace('"REGULAR"', '"BIG"').replace('TCRIntID="1" ', '');
    const problems = validateRequest(complete('RegisterTCRRequest', broken));
    expect(problems).toHaveLength(2);
    expect(problems.join()).toContain("'TCRIntID' is required");
    expect(problems.join()).toContain('BIG');
  });

  test('refuses what is not XML, and what is no request', () => {
    expect(validateRequest('<RegisterTCRRequest>')).toHaveLength(1);
    expect(validateRequest('<Other/>')).toHaveLength(1);
    expect(validateRequest('')).toHaveLength(1);
  });

  test('refuses an unsigned request and one with a key in its key information', () => {
    const xml = complete('RegisterTCRRequest', MESSAGES.RegisterTCRRequest);
    expect(validateRequest(xml.replace(signature, ''))).not.toEqual([]);
    expect(
      validateRequest(xml.replace('<X509Data>', '<KeyName>k</KeyName><X509Data>')),
    ).not.toEqual([]);
    expect(validateRequest(xml.replace('#rsa-sha256', '#rsa-sha512'))).not.toEqual([]);
  });

  test('refuses a message larger than the authority takes, before it looks inside', () => {
    const [line] = COMPUTED.lines;
    const lines = Array.from({ length: 1000 }, () => ({ ...line!, name: 'x'.repeat(50) }));
    const large = registerInvoiceRequest({ ...CASH_INVOICE, computed: { ...COMPUTED, lines } });
    expect(validateRequest(large).join()).toMatch(/^The message has [0-9]+ bytes/);
  });
});

const suite = hasReferenceData ? describe : describe.skip;
suite(needsReferenceData("our schema and the authority's"), () => {
  let authority: XsdValidator;
  let countries: string[];

  beforeAll(() => {
    const file = 'eficg-fiscalization-service.xsd';
    const text = referenceText(`schema/libxml2/${file}`);
    countries = [
      ...(/name="CountryCodeSType".*?<\/simpleType>/s.exec(text)?.[0] ?? '').matchAll(
        /enumeration value="([A-Z]{3})"/g,
      ),
    ].map((match) => match[1] ?? '');
    const signatureSchema = referenceText('schema/libxml2/xmldsig-core-schema.xsd');
    xmlRegisterInputProvider(
      new XmlBufferInputProvider({
        'memory:///authority/xmldsig-core-schema.xsd': Buffer.from(signatureSchema),
      }),
    );
    const document = XmlDocument.fromString(text, { url: `memory:///authority/${file}` });
    authority = XsdValidator.fromDoc(document);
    document.dispose();
  });

  function authorityAccepts(xml: string): boolean {
    const document = XmlDocument.fromString(xml);
    try {
      authority.validate(document);
      return true;
    } catch (error) {
      if (error instanceof XmlLibError) {
        return false;
      }
      throw error;
    } finally {
      document.dispose();
    }
  }

  function expectSameVerdict(root: string, content: string): boolean {
    const xml = complete(root, content);
    const accepted = authorityAccepts(xml);
    const problems = validateRequest(xml);
    const ours = problems.length === 0;
    expect({ content, accepted: ours, problems }).toEqual({ content, accepted, problems });
    return accepted;
  }

  // Values at the edges of every type there is.
  const VALUES = [
    '',
    ' ',
    'x',
    '0',
    '1',
    '-1',
    '1.5',
    '1.50',
    '-1.50',
    '-0.00',
    '1.234',
    '1.2345',
    '1.23456',
    '01.00',
    '+1.00',
    '.50',
    '1.',
    '1e3',
    '1000000000000.00',
    '2147483647',
    '2147483648',
    'NaN',
    'true',
    'TRUE',
    'false',
    '2026-02-28',
    '2026-02-30',
    '2026-07-11Z',
    '20260711',
    '00/2026',
    '12/2026',
    '13/2026',
    '2026-07-11T15:51:04Z',
    '2026-07-11T15:51:04+02:00',
    'ab123cd456',
    '2026-07-11T15:51:04.5Z',
    '2026-07-11T15:51:04',
    '2026-07-11T25:51:04Z',
    'AB123CD456',
    '2026-07-11T15:51:04+15:00',
    '12345678',
    '123456789',
    '1234567890123',
    'ab123cd4567',
    '22222222-2222-4222-8222-222222222222',
    '22222222-2222-6222-8222-222222222222',
    '22222222222242228222222222222222',
    'g'.repeat(32),
    'A'.repeat(32),
    'A'.repeat(512),
    'A'.repeat(513),
    'bb111bb111/0/2026/cc222cc222',
    'bb111bb111/1/2026/cc222cc222',
    'bb111bb111/1234567890123456/2026/cc222cc222',
    '1-2026-12345678',
    '0-2026-12345678',
    ...[20, 21, 50, 51, 100, 101, 200, 201, 400, 401].map((length) => 'č'.repeat(length)),
    'INVOICE',
    'SUMMARY',
    'CREDIT_NOTE',
    'NONCASH',
    'AGREEMENT',
    'ERROR_CORRECTIVE',
    'WITHDRAW',
    'ORDER',
    'OTHER-CASH',
    'BANKNOTE',
    'COMPANY',
    'CHECK',
    'OTHER',
    'COMMISSION',
    'VENDING',
    'VAT_CL3',
    'VAT_CL16',
    'BUSINESSNEED',
    'BUSINESSNEEDS',
    'SOC',
    'JMB',
    'HRV',
    'YUG',
    'eur',
  ];

  test.each(Object.entries(MESSAGES))(
    'give the same verdict on every changed attribute of a %s',
    (root, content) => {
      let accepted = 0;
      let refused = 0;
      for (const match of content.matchAll(/ (\w+)="([^"]*)"/g)) {
        const [whole, name = ''] = match;
        const replacements = ['', ` ${name}X="1"${whole}`].concat(
          VALUES.map((value) => ` ${name}="${value}"`),
        );
        for (const replacement of replacements) {
          const changed =
            content.slice(0, match.index) + replacement + content.slice(match.index + whole.length);
          if (expectSameVerdict(root, changed)) {
            accepted += 1;
          } else {
            refused += 1;
          }
        }
      }
      expect(accepted).toBeGreaterThan(10);
      expect(refused).toBeGreaterThan(200);
    },
  );

  test.each(Object.entries(MESSAGES))(
    'give the same verdict on every missing, doubled, renamed or moved element of a %s',
    (root, content) => {
      const elements = elementsIn(content);
      expect(elements.length).toBeGreaterThan(1);
      for (const { start, text } of elements) {
        const before = content.slice(0, start);
        const after = content.slice(start + text.length);
        expectSameVerdict(root, before + after);
        expectSameVerdict(root, before + text + text + after);
        expectSameVerdict(root, `${before}<Unknown/>${text}${after}`);
        expectSameVerdict(root, before + after + text);
        expectSameVerdict(root, before + text.replace(/^<\w+/, '$& Other="1"') + after);
        const other = text.replace(/Type="\w+"/, 'Type="OTHER"');
        expectSameVerdict(root, before + other + text + after);
      }
    },
  );

  test.each([
    ['PayMethods', 'PayMethod', 10, '<PayMethod Type="CARD" Amt="1.00"/>'],
    ['Items', 'I', 1000, '<I N="n" U="u" Q="1" UPB="1.00" UPA="1.00" PB="1.00" PA="1.00"/>'],
    ['SameTaxes', 'SameTax', 20, '<SameTax NumOfItems="1" PriceBefVAT="1.00"/>'],
    ['Approvals', 'Approval', 20, '<Approval TotalAmt="1.00"/>'],
    ['IICRefs', 'IICRef', 1000, `<IICRef IIC="${IIC}" IssueDateTime="${AT}" Amount="1.00"/>`],
  ])('give the same verdict on how many children %s has', (list, _, most, item) => {
    const content = MESSAGES.RegisterInvoiceRequest;
    for (const count of [0, 1, most, most + 1]) {
      const items = `<${list}>${item.repeat(count)}</${list}>`;
      const changed = content.replace(new RegExp(`<${list}>.*</${list}>`, 's'), items);
      expectSameVerdict('RegisterInvoiceRequest', changed);
    }
  });

  test('know the same countries', () => {
    expect(countries).toHaveLength(250);
    const content = MESSAGES.RegisterInvoiceRequest;
    for (const country of [...countries, 'XKX', 'YUG', 'SCG', 'AAA', 'mne', 'MN']) {
      expectSameVerdict(
        'RegisterInvoiceRequest',
        content.replace('Country="MNE"', `Country="${country}"`),
      );
    }
  });
});
