import { requestFiscalization } from '@fiscal/db/fiscalization';
import { afterAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { startAdmin } from '../../testing/running-admin.ts';
import { createShop, readUntil, serve } from '../../testing/running-api.ts';

const panel = await startAdmin();
afterAll(() => panel.close());
const shop = await createShop(panel);
const base = `/companies/${shop.companyId}`;

interface Page {
  invoices: { id: string }[];
  nextCursor: string | null;
}

async function addDraft(change: Record<string, unknown> = {}): Promise<string> {
  return String((await shop.test.draft(change).expect(201)).body.id);
}

/** What the panel shows an operator of the company. */
const read = async (path: string) =>
  (await panel.operator.get(`${base}${path}`).expect(200)).body as object;

/** As if it had been fiscalized with this number, and nothing printed. */
const fiscalize = (id: string, ordinal: number) =>
  panel.db.pool.query(
    `update invoice set status = 'Fiscalized', iic = $2, fic = 'F', issued_at = now(),
       invoice_number = $3 where id = $1`,
    [id, String(ordinal).padStart(32, 'A'), `bb123bb123/${ordinal}/2026/cc123cc123`],
  );

/** As if the authority had refused it and a worker had written everything down. */
async function refuse(id: string): Promise<{ submissionId: string }> {
  const submissionId = uuidv7();
  const { pool } = panel.db;
  const whole = {
    code: 'EFI_REFUSED',
    efiCode: 53,
    error: 'Refused.',
    efiMessage: 'No such TCR',
    tcrCode: 'cc123cc123',
    retryable: false,
    remedy: 'Register it.',
  };
  await pool.query(
    `insert into submission (id, kind, invoice_id, cash_register_id, certificate_id, request_uuid,
       send_date_time, request, answered_at, outcome, http_status, response_bytes, efi_code, detail)
     select $2, 'invoice', id, cash_register_id, gen_random_uuid(), gen_random_uuid(), '',
       '<Request a="1"/>', now() + interval '120 milliseconds', 'refused', 500,
       convert_to('<Fault>&</Fault>', 'UTF8'), 53, 'No such TCR'
     from invoice where id = $1`,
    [id, submissionId],
  );
  await pool.query(
    `insert into number_ledger
       (environment, cash_register_id, tcr_code, year, ordinal, invoice_id, event, reason)
     select environment, cash_register_id, $2, 2026, 7, id, e, r from invoice,
       (values ('given', null), ('freed', 'No such TCR')) as history (e, r) where id = $1`,
    [id, shop.tcrCodes.test],
  );
  await pool.query(`update invoice set status = 'Failed', failure = $2 where id = $1`, [id, whole]);
  await pool.query(
    `insert into audit_log (actor, company_id, action, entity_id, after)
     values ('worker', $2, 'invoice.refused', $1, $3)`,
    [id, shop.companyId, whole],
  );
  return { submissionId };
}

describe('the list of invoices', () => {
  test('is narrowed by filters and a search, and paged', async () => {
    const marked = await addDraft({ note: 'nadji me' });
    for (let i = 0; i < 3; i += 1) await addDraft();
    const find = async (query: string, environment = 'test') =>
      (await read(`/invoices?environment=${environment}&${query}`)) as Page;
    expect((await find('search=nadji%20me')).invoices.map(({ id }) => id)).toEqual([marked]);
    expect((await find('status=Fiscalized')).invoices).toEqual([]);
    const first = await find('limit=3');
    const rest = await find(`limit=3&cursor=${first.nextCursor ?? ''}`);
    expect([...first.invoices, ...rest.invoices].map(({ id }) => id)).toContain(marked);
    expect(rest.invoices).toHaveLength(1);
    expect(rest.nextCursor).toBeNull();
    expect((await find('', 'live')).invoices).toEqual([]);
  });

  test.each(['', 'environment=mars', 'environment=test&cursor=x', 'environment=test&search=%00'])(
    'refuses the query "%s"',
    async (query) => {
      const response = await panel.operator.get(`${base}/invoices?${query}`);
      expect(response).toMatchObject({ status: 400, body: { code: 'QUERY_INVALID' } });
    },
  );
});

describe('one invoice', () => {
  test('shows the record, its cause with the button that helps, every step and both messages', async () => {
    const id = await addDraft();
    const { submissionId } = await refuse(id);
    expect(await read(`/invoices/${id}`)).toMatchObject({
      record: { id, status: 'Failed', error: { efiCode: 53 } },
      companyName: 'Prodavnica d.o.o.',
      cashRegister: { name: 'Kasa 1' },
      apiKey: { name: 'Kasa 1' },
      cause: 'EFI_REFUSED:53',
      remedyAction: 'register-tcr',
      documents: [],
      isInHand: false,
    });
    const { events } = (await read(`/invoices/${id}/timeline`)) as { events: { kind: string }[] };
    expect(events.map(({ kind }) => kind).toSorted()).toEqual([
      'created',
      'failed',
      'message-refused',
      'message-sent',
      'number-freed',
      'number-given',
    ]);
    expect(events.find(({ kind }) => kind === 'message-refused')).toMatchObject({
      submissionId,
      tookMs: 120,
      efiCode: 53,
      detail: 'No such TCR',
    });
    expect(await read(`/invoices/${id}/messages/${submissionId}`)).toMatchObject({
      request: '<Request a="1"/>',
      response: '<Fault>&</Fault>',
      responseBase64: null,
    });
  });

  test('is asked to be printed where its print is missing, once, and the call says to ask again', async () => {
    const id = await addDraft();
    await fiscalize(id, 2);
    for (let call = 0; call < 2; call += 1) {
      const missing = await panel.operator.get(`${base}/invoices/${id}/pdf`).expect(503);
      expect(missing.body.code).toBe('PDF_NOT_READY');
      expect(missing.headers['retry-after']).toBe('2');
      const text = 'select kind::text from work where subject_id = $1';
      const { rows } = await panel.db.pool.query(text, [id]);
      expect(rows).toEqual([{ kind: 'print' }]);
    }
  });

  test('is printed inline in every version that was rendered', async () => {
    const id = await addDraft();
    await panel.operator.get(`${base}/invoices/${id}/pdf`).expect(404);
    await fiscalize(id, 1);
    const insert = `insert into document (id, invoice_id, fic, sha256, pdf, created_at)
                    values ($1, $2, $3, 'x', $4, now() + $5 * interval '1 second')`;
    const [older, newer] = [uuidv7(), uuidv7()];
    await panel.db.pool.query(insert, [older, id, null, Buffer.from('%PDF offline'), 0]);
    await panel.db.pool.query(insert, [newer, id, 'F', Buffer.from('%PDF with FIC'), 1]);
    const newest = await panel.operator.get(`${base}/invoices/${id}/pdf`).expect(200);
    expect(newest.headers['content-type']).toBe('application/pdf');
    expect(newest.headers['content-disposition']).toBe(
      'inline; filename="bb123bb123-1-2026-cc123cc123.pdf"',
    );
    expect(String(newest.body)).toBe('%PDF with FIC');
    // The panel alone shows it within its page.
    expect(newest.headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(newest.headers['x-frame-options']).toBe('SAMEORIGIN');
    const offline = await panel.operator.get(`${base}/invoices/${id}/pdf?version=${older}`);
    expect(String(offline.body)).toBe('%PDF offline');
    const documents = [{ id: older }, { id: newer }];
    expect(await read(`/invoices/${id}`)).toMatchObject({ documents });
  });
});

test('the number ledger gives the histories of one cash register of the company', async () => {
  const id = await addDraft();
  await refuse(id);
  const path = `/cash-registers/${shop.cashRegisterId}/numbers`;
  expect(await read(path)).toMatchObject({ rows: [], histories: [], nextBelow: null });
  await panel.db.pool.query(
    `insert into number_sequence (environment, tcr_code, year, last_ordinal, free_ordinals)
     values ('test', $1, 2026, 7, '{7}')`,
    [shop.tcrCodes.test],
  );
  expect(await read(path)).toMatchObject({
    rows: [{ tcrCode: shop.tcrCodes.test, year: 2026, lastOrdinal: 7, freeOrdinals: [7] }],
    year: 2026,
    histories: [{ ordinal: 7, invoiceId: null }],
  });
});

test('the change of an invoice is sent to those who watch the company', async () => {
  const server = await serve(panel.app);
  const watching = new AbortController();
  try {
    const response = await fetch(`${server.url}/admin/api${base}/events?environment=test`, {
      headers: { Cookie: panel.operator.cookie },
      signal: watching.signal,
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const id = await addDraft();
    const scope = { companyId: shop.companyId, environment: 'test' as const };
    await requestFiscalization(panel.db, scope, id, 0);
    const text = await readUntil(response, new RegExp(id));
    expect(text).toContain('event: invoices');
    expect(text).toContain(`{"invoiceId":"${id}","environment":"test","status":"Pending"}`);
  } finally {
    watching.abort();
    await server.close();
  }
});
