import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import { readXlsx } from '../../../testing/read-xlsx.ts';
import { startAdmin } from '../../../testing/running-admin.ts';
import { createShop, serve } from '../../../testing/running-api.ts';

const api = await startAdmin();
afterAll(() => api.close());
const shop = await createShop(api, { tin: '11223344', name: 'Izvoz' });
const path = (query: string) => `/companies/${shop.companyId}/invoices/export?${query}`;

const FIELDS = { taxPeriod: '11/2026', replaces: 'A'.repeat(32) };

beforeAll(async () => {
  for (const note of ['=1+1', '@SUM(A1)', 'obična; "navodnici"']) {
    await shop.test.draft({ note }).expect(201);
  }
  // As a corrective: its amounts are negative, and stay numbers.
  const totals = { withoutVat: '-1000.00', vat: '-210.50', total: '-1210.50' };
  await api.db.pool.query(
    `with known as (select * from invoice where company_id = $1 limit 1), added as (
       insert into invoice (id, company_id, environment, cash_register_id, status, document_type,
         type_of_invoice, payment_method, order_number, created_at)
       select uuidv7(), company_id, environment, cash_register_id, status, document_type,
         type_of_invoice, payment_method, 99999, '2026-07-11T22:30:15Z' from known
       returning id)
     insert into invoice_content (invoice_id, request, computed, warnings, seller)
     select added.id, c.request::jsonb || $3, jsonb_set(c.computed::jsonb, '{totals}', $2), c.warnings, c.seller
     from added, known join invoice_content c on c.invoice_id = known.id`,
    [shop.companyId, totals, FIELDS],
  );
});

async function download(call: Test): Promise<{ bytes: Buffer; name: string }> {
  const response = await call.buffer(true).parse((stream, done) => {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      done(null, Buffer.concat(parts));
    });
  });
  expect(response.status).toBe(200);
  const headers = response.headers as Record<string, string>;
  return { bytes: response.body as Buffer, name: headers['content-disposition'] ?? '' };
}

async function csv(query: string): Promise<{ text: string; name: string }> {
  const call = api.operator.get(path(`environment=test&format=csv&${query}`));
  const { bytes, name } = await download(call);
  return { text: bytes.toString('utf8'), name };
}

const linesOf = (text: string) => text.trim().split('\r\n');

test('a CSV has semicolons and decimal commas in Montenegrin, commas and points in English', async () => {
  const me = await csv('language=me');
  expect(me.text.startsWith('\uFEFFIzdat;Broj računa;')).toBe(true);
  expect(me.name).toMatch(/racuni-11223344-test-\d{4}-\d\d-\d\d\.csv/);
  const line = linesOf(me.text).find((row) => row.includes('-1210,50'));
  expect(line?.startsWith('12.07.2026 00:30:15;')).toBe(true);
  expect(line).toContain(';-1000,00;-210,50;-1210,50;');
  // Extensions §6.
  expect(linesOf(me.text)[0]).toContain(';Poreski period;Zamjenjuje IKOF');
  expect(line).toContain(`;${FIELDS.taxPeriod};${FIELDS.replaces}`);
  const en = await csv('language=en');
  expect(en.text.startsWith('\uFEFFIssued,Invoice number,')).toBe(true);
  expect(en.text).toContain('2026-07-12 00:30:15,');
  expect(en.text).toContain(',-1000.00,-210.50,-1210.50,');
});

test('Extensions §5: each exemption has a column, apart from that of 0 %, and so have exports', async () => {
  const own = await createShop(api, { tin: '44556677', name: 'Izuzeca' });
  const line = { name: 'Pregled', quantity: 1 };
  const exempt = (unitPrice: number, exemption: string) => ({
    ...line,
    unitPrice,
    vat: { rate: 0, exemption },
  });
  const items = [
    exempt(60, 'VAT_CL26'),
    exempt(70, 'VAT_CL44'),
    exempt(10, 'VAT_CL26'),
    { ...line, unitPrice: 12.5, vat: { rate: 0 }, isExport: true },
  ];
  const abroad = { idType: 'VAT', idNumber: 'DE1', name: 'Kupac', address: 'Weg 1', city: 'Bonn' };
  await own.test.draft({ items, buyer: { ...abroad, country: 'DEU' } }).expect(201);
  const query = 'environment=test&format=csv&language=en';
  const call = api.operator.get(`/companies/${own.companyId}/invoices/export?${query}`);
  const [head, row] = linesOf((await download(call)).bytes.toString('utf8')).map((text) =>
    text.split(','),
  );
  const cells = Object.fromEntries(head!.map((name, index) => [name, row![index]]));
  expect(cells).toMatchObject({
    'Base 0%': '12.50',
    'Base VAT_CL26': '70.00',
    'Base VAT_CL44': '70.00',
    'Base VAT_CL30': '',
    Exports: '12.50',
  });
  expect(head!.filter((name) => name.includes('VAT_CL'))).toHaveLength(12);
});

test('it has who sold, with the code that was signed, and the place of issue', async () => {
  const own = await createShop(api, { tin: '33445566', name: 'Operateri' });
  const { body } = await own.test.draft({ operatorName: 'Ana Đ.' }).expect(201);
  await own.test.draft().expect(201);
  const issuer = { codes: { operatorCode: 'oo777oo777' } };
  await api.db.pool.query('update invoice set issuer = $2 where id = $1', [body.id, issuer]);
  const query = 'environment=test&format=csv&language=en';
  const call = api.operator.get(`/companies/${own.companyId}/invoices/export?${query}`);
  const [header, ...lines] = linesOf((await download(call)).bytes.toString());
  expect(header).toContain(',Operator,Operator code,Place of issue');
  expect(lines.map((line) => line.split(',').slice(-3))).toEqual([
    ['', '', 'Podgorica'],
    ['Ana Đ.', 'oo777oo777', 'Podgorica'],
  ]);
});

test('Extensions §2: each payment method has a column, of what it pays of an invoice', async () => {
  const own = await createShop(api, { tin: '55667788', name: 'Plaćanja' });
  const items = [{ name: 'Kafa', unitPrice: 10, quantity: 1, vat: { rate: 0 } }];
  const payments = [
    { method: 'BANKNOTE', amount: 2 },
    { method: 'CARD', amount: 5 },
    { method: 'BANKNOTE', amount: 3 },
  ];
  const kind = { typeOfInvoice: 'Cash', paymentMethod: 'BANKNOTE' };
  await own.test.draft({ ...kind, items, payments }).expect(201);
  await own.test.draft({ ...kind, items, paymentMethod: 'CARD' }).expect(201);
  const query = 'environment=test&format=csv&language=en';
  const call = api.operator.get(`/companies/${own.companyId}/invoices/export?${query}`);
  const [head, ...rows] = linesOf((await download(call)).bytes.toString('utf8'));
  const paid = rows.map((row) => {
    const cells = row.split(',');
    const named = head!.split(',').map((name, index) => [name, cells[index]] as const);
    return named.filter(([name, cell]) => name.startsWith('Paid: ') && cell);
  });
  expect(paid).toEqual([
    [['Paid: Card', '10.00']],
    [
      ['Paid: Cash', '5.00'],
      ['Paid: Card', '5.00'],
    ],
  ]);
});

test('what shops and buyers write is never a formula', async () => {
  const { text } = await csv('language=me');
  expect(text).toContain(";'=1+1");
  expect(text).toContain(";'@SUM(A1)");
  expect(text).toContain(';"obična; ""navodnici"""');
});

test('each of the characters that a spreadsheet program begins a formula with stays text', async () => {
  const own = await createShop(api, { tin: '22334455', name: 'Formule' });
  const notes = ['=', '+', '-', '@', '＝', '＋', '－', '＠'].map((start) => `${start}1+1`);
  for (const note of notes) await own.test.draft({ note }).expect(201);
  const query = 'environment=test&format=csv&language=me';
  const call = api.operator.get(`/companies/${own.companyId}/invoices/export?${query}`);
  const text = (await download(call)).bytes.toString('utf8');
  for (const note of notes) expect(text).toContain(`;'${note}`);
});

/**
 * The cells that a program finds which splits at `separator` and takes quotes for quotes, or not.
 */
function cellsOf(text: string, separator: string, takesQuotes: boolean): string[] {
  const quoted = takesQuotes ? '(?:\\s*"(?:[^"]|"")*")?' : '';
  return text.match(new RegExp(`${quoted}[^${separator}\\r\\n]*`, 'g')) ?? [];
}

test('a file of either language holds no formula for a program of the other one', async () => {
  const own = await createShop(api, { tin: '33445566', name: 'Separatori' });
  const notes = [
    'a;=1+1',
    'a,=1+1',
    'a;"=1+1',
    'a,""=1+1',
    'a; =1+1',
    'a, "=1+1',
    'a;;,=1+1',
    '+1;-1,@1',
    '"=1+1',
    'x";,"+1+1";-1',
    '=1+1;=1+1,=1+1',
    'a\n=1+1',
    'a;\n"=1+1',
  ];
  for (const note of notes) await own.test.draft({ note }).expect(201);
  for (const language of ['me', 'en']) {
    const query = `environment=test&format=csv&language=${language}`;
    const call = api.operator.get(`/companies/${own.companyId}/invoices/export?${query}`);
    const text = (await download(call)).bytes.toString('utf8');
    for (const separator of [',', ';', '\t']) {
      for (const takesQuotes of [true, false]) {
        const cells = cellsOf(text, separator, takesQuotes);
        expect(cells.length).toBeGreaterThan(notes.length);
        expect(cells.filter((cell) => /^["\s]*[=+\-@](?![\d.,]+$)/.test(cell))).toEqual([]);
      }
    }
    // Nothing of a text is left out or replaced.
    const whole = text.replaceAll('""', '"').replaceAll("'", '');
    for (const note of notes) expect(whole).toContain(note);
  }
});

test('an XLSX has amounts that are numbers and times that are dates', async () => {
  const call = api.operator.get(path('environment=test&format=xlsx&language=en'));
  const { bytes } = await download(call);
  const [{ cells, name } = {}] = readXlsx(bytes);
  expect(name).toBe('invoices');
  const at = (place: string) => cells?.get(place)?.value;
  expect([at('A1'), at('B1'), at('L1')]).toEqual(['Issued', 'Invoice number', 'Total']);
  const row = [2, 3, 4, 5].find((number) => at(`L${number}`) === -1210.5);
  // 12 July 2026, 00:30:15
  expect(at(`A${row}`)).toBeCloseTo(46_215 + (30 * 60 + 15) / 86_400, 9);
  expect(cells?.get(`A${row}`)?.format).toBe('yyyy-mm-dd hh:mm:ss');
  expect(cells?.get(`L${row}`)?.format).toBe('4');
  expect([...cells!.values()].filter(({ value }) => value === '=1+1')).toHaveLength(1);
  const amounts = [2, 3, 4, 5].map((number) => Number(at(`L${number}`)));
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  expect(cells?.get('L7')?.formula).toBe('SUBTOTAL(109,L2:L5)');
  expect(at('L7')).toBeCloseTo(sum, 9);
});

test('what the list is narrowed to is exported, and the audit log says by whom', async () => {
  expect(linesOf((await csv('search=%3D1%2B1')).text)).toHaveLength(2);
  expect(linesOf((await csv('status=Fiscalized')).text)).toHaveLength(1);
  const rows = await api.audit({ action: 'invoice.exported' });
  expect(rows.at(-2)).toMatchObject({
    actor: `user:${api.operator.userId}`,
    companyId: shop.companyId,
    after: { format: 'csv', environment: 'test', search: '=1+1' },
  });
});

test('a file of several pages has every invoice once', async () => {
  await api.db.pool.query(
    `insert into invoice (id, company_id, environment, cash_register_id, status, document_type,
       type_of_invoice, payment_method, order_number, created_at)
     select uuidv7(), company_id, environment, cash_register_id, status, document_type,
       type_of_invoice, payment_method, 100000 + n, now()
     from (select * from invoice where company_id = $1 limit 1) i, generate_series(1, 2500) n`,
    [shop.companyId],
  );
  await api.db.pool.query(
    `insert into invoice_content (invoice_id, request, computed, warnings, seller)
     select i.id, c.request, c.computed, c.warnings, c.seller
     from invoice i, (select * from invoice_content limit 1) c where i.order_number > 100000`,
  );
  expect(linesOf((await csv('language=en')).text)).toHaveLength(1 + 4 + 2500);
});

test('files that no reader takes use slots of their company alone, and no connection', async () => {
  const server = await serve(api.app);
  const other = await createShop(api, { tin: '33445566', name: 'Susjed' });
  // More than the system keeps of a connection.
  await api.db.pool.query(
    `insert into invoice (id, company_id, environment, cash_register_id, status, document_type,
       type_of_invoice, payment_method, order_number, created_at, note)
     select uuidv7(), company_id, environment, cash_register_id, status, document_type,
       type_of_invoice, payment_method, 200000 + n, now(), repeat('n', 10000)
     from (select * from invoice where company_id = $1 limit 1) i, generate_series(1, 6000) n`,
    [shop.companyId],
  );
  await api.db.pool.query(
    `insert into invoice_content (invoice_id, request, computed, warnings, seller)
     select i.id, c.request, c.computed, c.warnings, c.seller
     from invoice i, (select * from invoice_content limit 1) c where i.order_number > 200000`,
  );
  const get = (companyId: string) =>
    `GET /admin/api/companies/${companyId}/invoices/export?environment=test&format=csv HTTP/1.1\r\n` +
    `Host: panel\r\nSec-Fetch-Site: same-origin\r\nCookie: ${api.operator.cookie}\r\n\r\n`;
  const begin = async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(get(shop.companyId));
    await once(socket, 'readable');
    return { socket, head: String(socket.read(12)) };
  };
  const readers = [await begin(), await begin(), await begin()];
  expect(readers.map(({ head }) => head)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 429']);
  const { status } = await api.operator.get(
    `/companies/${other.companyId}/invoices/export?environment=test&format=csv`,
  );
  expect(status).toBe(200);
  // What is made is made, whether or not anybody takes it.
  const busy = () => api.exportDb.pool.totalCount - api.exportDb.pool.idleCount;
  while (busy() > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  for (const { socket } of readers) socket.destroy();
  // Their places are free again.
  const query = path('environment=test&format=csv&search=%3D1%2B1');
  while ((await api.operator.get(query)).status !== 200) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await server.close();
});

test('another company, and a format that there is not, export nothing', async () => {
  await api.admin.get(path('environment=test&format=csv')).expect(404);
  await api.operator.get(path('environment=test&format=pdf')).expect(400);
});
