import { describe, expect, test } from '@jest/globals';
import { DOCUMENT_TYPES, PAYMENT_METHODS } from '@fiscal/domain';
import type { InvoiceDocument } from './document-model.ts';
import { wordsOf as words } from '../testing/renderer.ts';
import { SAMPLES, groceries, sampleDocument } from '../testing/sample-documents.ts';
import { printJob, shellHtml } from './template.ts';

function sample(name: string): InvoiceDocument {
  return SAMPLES[name]!();
}

describe('what stands on an invoice', () => {
  test('everything that the law asks for', () => {
    const text = words(sample('non-cash'));
    for (const expected of [
      'Blue Marlin d.o.o.',
      'PIB Tax ID 03257746',
      'PDV broj VAT no. 30/31-12345-6',
      'Žiro račun Bank account 510-0000000012345-67',
      'Broj računa Invoice number sc782yk198/27585/2026/pe967bd413',
      'Datum izdavanja Date of issue 11.07.2026.',
      'Vrijeme izdavanja Time of issue 15:51:04',
      'Mjesto izdavanja Place of issue Podgorica',
      'Kupac Buyer Đurđevića Tara Konsalting d.o.o.',
      'PIB Tax ID 02654321',
      'Način plaćanja Payment method Transakcioni račun Bank transfer',
      'Rok plaćanja Due date 26.07.2026.',
      'Izrada idejnog rješenja enterijera PRJ-01 sat 24',
      'Ukupno bez PDV Total excl. VAT 1.840,00 €',
      'Ukupan PDV Total VAT 368,20 €',
      'Ukupno sa PDV Total incl. VAT 2.208,20 €',
      'Napomena Note Po narudžbenici NAR-2026/118',
      '0D7C3EE1EEBAB4A08F4D5003FAE35E7B',
      '67822bea-7e5a-4c56-a195-547e51ee5cd8',
      'Operater Operator Milica Šćekić ql047tb248',
      'Poslovni prostor Business unit sc782yk198',
      'ENU Cash register pe967bd413',
      'Softver Software qo391jt923',
    ]) {
      expect(text).toContain(expected);
    }
  });

  test('Extensions §6: the tax period, and the document that it replaces', () => {
    const iic = '0D7C3EE1EEBAB4A08F4D5003FAE35E7B';
    const items = [{ name: 'Kafa', price: 3.6 }];
    const text = words(sampleDocument(items, { taxPeriod: '11/2026', replaces: iic }));
    expect(text).toContain('Poreski period Tax period 11/2026');
    expect(text).toContain(`Zamjenjuje račun, IKOF IIC of the invoice that it replaces ${iic}`);
    expect(words(sampleDocument(items))).not.toMatch(/Poreski period|Zamjenjuje/);
  });

  test('extensions §3: a name that is no operator of the company stands alone, and so does a code', () => {
    const { seller, ...document } = sample('non-cash');
    const registered = { ...seller };
    delete registered.operatorCode;
    const alone = { ...document, seller: registered };
    expect(words(alone)).toContain(
      'Operater Operator Milica Šćekić Kod operatera Operator code ql047tb248 Poslovni',
    );
    const unnamed = words({ ...alone, operatorName: null });
    expect(unnamed).toContain('Operater Operator ql047tb248 Poslovni');
  });

  test('VAT per rate, highest first, and lines in cents that add up; unit prices as they are', () => {
    const text = words(sample('cash'));
    expect(text).toContain('kom 1 2,9752 2,98 0,62 21% 3,60 2 Cezar');
    expect(text).toContain('kom 2 10,8696 21,74 3,26 15% 25,00 3 Brancin');
    expect(text).toContain('kom 1 14,6957 14,69 2,21 15% 16,90');
    expect(text).toContain('21% 2,98 0,62 3,60 15% 36,43 5,47 41,90');
    const prices = words(sampleDocument([3.6, 12.345].map((price) => ({ name: 'Kafa', price }))));
    expect(prices).toContain('kom 1 3,60 0 3,60 0,75 21% 4,35');
    expect(prices).toContain('kom 1 12,345 12,35 2,59 21% 14,94');
  });

  test('names are printed in full although the authority gets 50 characters', () => {
    const name = `${'Veoma dugačak naziv '.repeat(6)}KRAJ`;
    expect(words(sampleDocument([{ name, price: 1 }]))).toContain(name);
  });

  test('beside a script that the embedded font lacks stands what the authority gets', () => {
    const names = ['北京烤鸭', 'सेब', 'กาแฟ', '커피', 'Ђорђе Đokić 5 €', 'Torta 🎂'];
    const text = words(sampleDocument(names.map((name) => ({ name, price: 1 }))));
    expect(text).toMatch(/北京烤鸭 *\([A-Za-z ]+\)/);
    expect(text).toMatch(/सेब *\([A-Za-z]+\)/);
    expect(text).toMatch(/กาแฟ *\([A-Za-z]+\)/);
    expect(text).toMatch(/커피 *\([A-Za-z]+\)/);
    expect(text).toMatch(/Torta 🎂 *\(Torta [ -~]+\)/);
    expect(text).not.toMatch(/Đokić 5 € *\(/);
  });

  test('a line that was sent with a blank unit and code shows the default unit and no code', () => {
    const document = sampleDocument([{ name: 'Hljeb', price: 1 }]);
    document.request.items[0] = { ...document.request.items[0]!, unit: '', code: ' ' };
    expect(words(document)).toContain('1 Hljeb kom 1');
    expect(printJob(document).body).not.toContain('class="beneath"> <');
  });

  test('a corrective names number, IIC and time of its original, and its amounts are negative', () => {
    const text = words(sample('cancellation'));
    expect(text).toContain('Korektivni račun Corrective invoice');
    expect(text).toContain('Ispravlja račun Corrects invoice');
    expect(text).toContain('sc782yk198/27411/2026/pe967bd413');
    expect(text).toContain('Izdat Issued 09.07.2026. 10:12:44');
    expect(text).toContain('E4033D471FEEA47A3C664B15C669C709');
    expect(text).toContain('-2.208,20 €');
  });

  test.each([
    ['BUSINESSCARD', 'Poslovna kartica', false],
    ['ADVANCE', 'Avans', false],
    ['CARD', 'Platna kartica', true],
    ['BANKNOTE', 'Gotovina', true],
  ] as const)(
    'sent as Cash and paid by %s it is what the authority has',
    (method, said, isCash) => {
      const paid = { typeOfInvoice: 'Cash', paymentMethod: method } as const;
      const text = words(sampleDocument([{ name: 'Espreso', price: 1.8 }], paid));
      expect(text).toContain(said);
      expect(text.includes('Gotovinski Cash')).toBe(isCash);
      expect(text.includes('Bezgotovinski Non-cash')).toBe(!isCash);
    },
  );

  test('paid in several ways it names each with its amount, and is cash where any of them is', () => {
    const document = sampleDocument(groceries(1));
    const payments = [
      { method: 'ADVANCE', amount: '1.00', advanceIic: 'A'.repeat(32) },
      { method: 'CARD', amount: '0.50', advanceIic: null },
    ] as const;
    const text = words({ ...document, payments });
    expect(text).toMatch(/Avans .* 1,00 € .*Platna kartica .* 0,50 € .*Gotovinski Cash/);
    expect(text).toContain('A'.repeat(32));
  });

  test('an advance is called one, and an invoice paid by it names its IIC', () => {
    expect(words(sample('advance'))).toContain('Avansni račun Advance invoice');
    expect(words(sample('paid-by-advance'))).toContain('IKOF avansnog računa');
  });

  test('an issuer outside VAT says so and shows no VAT', () => {
    const text = words(sample('outside-vat'));
    expect(text).toContain('Izdavalac računa nije u sistemu PDV-a.');
    expect(text).toContain('The issuer is not registered for VAT.');
    expect(text).not.toMatch(/Rekapitulacija|Osnovica|%/);
  });

  test('Extensions §5: why a line is exempt, in the table, the summary and in words', () => {
    const text = words(sample('exempt'));
    expect(text).toContain('Specijalistički pregled kom 1 60,00 60,00 0,00 Čl. 26 60,00');
    expect(text).toContain('Udžbenik kom 1 12,50 12,50 0,00 0% 12,50');
    expect(text).toContain(
      '21% 3,60 0,76 4,36 0% 12,50 0,00 12,50 Čl. 26 60,00 0,00 60,00 Čl. 44 70,00 0,00 70,00',
    );
    expect(text).toContain(
      'PDV nije obračunat u skladu sa članom 26 Zakona o PDV-u (oslobođenja od javnog interesa). ' +
        'No VAT is charged under Article 26 of the VAT Law (exemptions in the public interest).',
    );
    expect(text).toContain('No VAT is charged under Article 44 of the VAT Law');
    expect(text).not.toContain('izvoz');
    expect(words(sample('cash'))).not.toMatch(/VAT Law|Zakona/);
  });

  test('Extensions §5: what is exported, and why it has no VAT', () => {
    const text = words(sample('export'));
    expect(text).toContain('Od toga izvoz Of which exports 648,00 €');
    expect(text).toContain('Izvoz: stopa PDV-a 0 % u skladu sa članom 25 Zakona o PDV-u.');
    expect(text).toContain('under Article 30 of the VAT Law (special exemptions).');
    expect(text).toMatch(/Weinhaus am Rhein GmbH .*Hauptstraße 12 .*DEU/);
  });

  test('an offline invoice has its IIC and says that the FIC follows', () => {
    const text = words(sample('offline'));
    expect(text).toContain('0D7C3EE1EEBAB4A08F4D5003FAE35E7B');
    expect(text).toContain('JIKR slijedi');
    expect(text).toContain('The FIC follows');
  });

  test('rebates and the discount of the invoice are shown, and add up', () => {
    const text = words(sample('discounts'));
    expect(text).toContain('840,00 10% -75,60 680,40');
    expect(text).toContain('Vrijednost prije popusta Amount before discount 1.387,50 €');
    expect(text).toContain('Popust na račun Invoice discount -138,75 €');
    expect(words(sample('cash'))).not.toMatch(/Rabat|Popust/);
  });

  test('every payment method and every kind of document has its words', () => {
    for (const paymentMethod of PAYMENT_METHODS) {
      for (const type of DOCUMENT_TYPES) {
        expect(words(sampleDocument(groceries(1), { paymentMethod, type }))).not.toContain(
          'undefined',
        );
      }
    }
  });
});

describe('the mark of a test', () => {
  test('stands on test prints only', () => {
    expect(printJob(sample('test')).frameCss).toContain('TEST ');
    expect(printJob(sample('cash')).frameCss).not.toContain('TEST');
  });
});

describe('hostile data', () => {
  test('opens no element and no attribute that is not ours', () => {
    const { body } = printJob(sample('hostile'));
    expect(body).not.toMatch(/<(?:script|iframe|img|style|b)\b/i);
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    const shapes = (name: string): string[] =>
      [...printJob(sample(name)).body.matchAll(/<[a-z][^>]*>/g)].map(([tag]) =>
        tag.replace(/="[^"]*"/g, ''),
      );
    const ours = new Set(shapes('non-cash'));
    expect(shapes('hostile').filter((shape) => !ours.has(shape))).toEqual([]);
  });

  test.each([
    'http://127.0.0.1/logo.png',
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:image/png;base64,AAAA" onerror="alert(1)',
    'javascript:alert(1)',
    // Scripts and filters; no upload ever took it.
    'data:image/svg+xml;base64,PHN2Zy8+',
    // The head of a picture of 12 000 × 12 000 pixels, stored before logos were drawn anew.
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAALuAAAC7gAQAAAAA=',
    // A PNG that says that it is a JPEG.
    'data:image/jpeg;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQAAAAA=',
  ])('the logo %s is left out', (logo) => {
    const { seller } = sample('cash');
    const { body } = printJob({ ...sample('cash'), seller: { ...seller, logo } });
    expect(body).not.toContain('<img');
  });

  test('a logo of a few pixels is printed', () => {
    expect(printJob(sample('non-cash')).body).toContain('<img class="logo" src="data:image/png');
  });

  test('amounts that are no numbers are refused instead of printed', () => {
    const document = sample('cash');
    const totals = { ...document.computed.totals, total: '12,10' };
    expect(() => printJob({ ...document, computed: { ...document.computed, totals } })).toThrow(
      expect.objectContaining({ code: 'PDF_DOCUMENT_INVALID' }),
    );
  });
});

test('the shell carries its fonts and forbids everything that is fetched', () => {
  const shell = shellHtml();
  expect(shell.match(/@font-face/g)).toHaveLength(3);
  expect(shell).toContain("default-src 'none'");
  expect(shell).not.toMatch(/https?:/);
});

test('commas of quantities stand in one line, and nothing is printed for it', () => {
  const { body } = printJob(sample('non-cash'));
  expect(body).toContain('24<span class="unseen">,0</span>');
  expect(body).toMatch(/\s3,5\s/);
});
