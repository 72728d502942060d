// The first pages of a company and of operators, over HTTP.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { startAdmin, storedCertificate } from '../../testing/running-admin.ts';

// Half past midnight in Podgorica, where the day of UTC is still the one before.
const now = new Date('2026-07-10T22:30:00Z');
const api = await startAdmin({ clock: () => now });
afterAll(() => api.close());

const DAY = [
  // status, created at, total
  ['Fiscalized', '2026-07-10T21:59:59.999Z', '100.00'],
  ['Fiscalized', '2026-07-10T22:00:00Z', '0.10'],
  ['Fiscalized', '2026-07-10T22:10:00Z', '0.20'],
  ['Fiscalized', '2026-07-10T22:20:00Z', '-0.05'],
  ['Failed', '2026-07-10T22:21:00Z', '9999999999999.99'],
  ['Draft', '2026-07-10T22:22:00Z', '7.00'],
  ['Dismissed', '2026-07-10T22:23:00Z', '3.00'],
  ['Offline', '2026-07-11T21:59:59Z', '12.50'],
  ['Fiscalized', '2026-07-11T22:00:00Z', '100.00'],
] as const;

async function addInvoices(companyId: string) {
  const { prisma, pool } = api.db;
  const { id: register } = await prisma.cashRegister.findFirstOrThrow({
    where: { companyId, environment: 'live' },
  });
  for (const [index, [status, at, total]] of DAY.entries()) {
    const id = uuidv7();
    const iic = String(index).padStart(32, 'A');
    const dismissal = status === 'Dismissed' ? [at, 'user:1', 'Sold again'] : [null, null, null];
    await pool.query(
      `insert into invoice (id, company_id, environment, cash_register_id, status, document_type,
         type_of_invoice, payment_method, order_number, iic, fic, invoice_number, issued_at,
         offline_since, deliver_before, failure, created_at, dismissed_at, dismissed_by,
         dismissal_reason)
       values ($1, $2, 'live', $3, $4, 'INVOICE', 'Cash', 'BANKNOTE', 0, $5, $6, $7, $8, $8,
         $8::timestamptz + interval '48 hours', '{"code":"EFI_REFUSED"}', $8, $9, $10, $11)`,
      [
        id,
        companyId,
        register,
        status === 'Dismissed' ? 'Failed' : status,
        iic,
        randomUUID(),
        `n/${index}`,
        at,
        ...dismissal,
      ],
    );
    await pool.query(
      `insert into invoice_content (invoice_id, request, computed, warnings, seller)
       values ($1, '{}', $2, '[]', '{}')`,
      [id, { totals: { total } }],
    );
  }
}

describe('the day of a company', () => {
  beforeAll(async () => {
    await addInvoices(api.companyId);
  });
  const path = () => `/companies/${api.companyId}/today?environment=live`;

  test('lasts from midnight to midnight in Podgorica, with exact amounts by hour and outcome', async () => {
    const { body } = await api.admin.get(path()).expect(200);
    expect(body).toMatchObject({ day: '2026-07-11', failed: 1, waiting: 1 });
    expect(body.hours).toHaveLength(24);
    expect(body.hours[0]).toEqual({
      startsAt: '2026-07-10T22:00:00.000Z',
      sales: expect.arrayContaining([
        { outcome: 'Fiscalized', count: 3, amount: '0.25' },
        { outcome: 'Failed', count: 1, amount: '9999999999999.99' },
      ]) as unknown,
    });
    expect(body.hours[0].sales).toHaveLength(2);
    expect(body.hours[1].sales).toEqual([]);
    expect(body.hours[23].sales).toEqual([{ outcome: 'Offline', count: 1, amount: '12.50' }]);
    expect(body.totals).toHaveLength(3);
  });

  test('says what needs attention, and is never well beside a failed sale or without a worker', async () => {
    const { body } = await api.admin.get(path()).expect(200);
    const kinds = (body.problems as { kind: string }[]).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['failed', 'workers']));
    expect(body.authority).toEqual({ state: 'unknown', since: null });
    expect(body.nearestDeadline).toBe('2026-07-13T21:59:59.000Z');
    expect(body.lastInvoice).toMatchObject({ status: 'Fiscalized', total: '100.00' });
  });

  test('shows how a worker sees the authority, and its silence to this company alone', async () => {
    const authorityOf = async (companyId: string) =>
      (await api.operator.get(`/companies/${companyId}/today`).expect(200)).body
        .authority as unknown;
    const since = '2026-07-01T10:00:00.000Z';
    const circuits = { live: { state: 'closed', since, failures: 0 } };
    await api.db.pool.query(
      `insert into worker_heartbeat (id, host, pid, version, started_at, seen_at, lanes, circuits)
       values ($1, 'kasa-1', 42, '1.0.0', now(), now(), '{}', $2)`,
      [randomUUID(), circuits],
    );
    const responses = { state: 'answers', since };
    expect(await authorityOf(api.companyId)).toEqual(responses);
    await api.db.pool.query(
      `insert into authority_circuit (environment, scope, opened_at, seen_at)
       values ('live', $1, now() - interval '5 minutes', now())`,
      [api.companyId],
    );
    expect(await authorityOf(api.companyId)).toEqual({
      state: 'silent',
      since: expect.stringMatching(/^2026-07-10T22/) as unknown,
    });
    expect(await authorityOf(api.otherCompanyId)).toEqual(responses);
  });

  test('sees neither the other environment nor another company', async () => {
    const test = await api.admin.get(`/companies/${api.companyId}/today?environment=test`);
    expect(test.body).toMatchObject({ failed: 0, waiting: 0, totals: [], lastInvoice: null });
    const other = await api.neighbour.get(`/companies/${api.otherCompanyId}/today`).expect(200);
    expect(other.body).toMatchObject({ failed: 0, waiting: 0, totals: [], lastInvoice: null });
  });

  test('has the numbers beside the menu', async () => {
    const counts = `/companies/${api.companyId}/work-counts?environment=live`;
    const { body } = await api.admin.get(counts).expect(200);
    expect(body).toEqual({ failed: 1, waiting: 1 });
  });
});

describe('the overview of operators', () => {
  test('has open work by company, certificates that end, and cash registers that never sold live', async () => {
    const { prisma } = api.db;
    await storedCertificate(api.db, { companyId: api.otherCompanyId, environment: 'test' });
    await prisma.certificate.updateMany({
      where: { companyId: api.otherCompanyId },
      data: { environment: 'live', notAfter: new Date('2026-09-08T22:30:00Z') },
    });
    await prisma.company.updateMany({ data: { environment: 'live' } });
    const [sold] = await prisma.cashRegister.findMany({
      where: { companyId: api.companyId, environment: 'live' },
    });
    await prisma.numberSequence.create({
      data: { environment: 'live', tcrCode: sold!.tcrCode!, year: 2026, lastOrdinal: 1 },
    });
    const { body } = await api.operator.get('/overview').expect(200);
    expect(body.work).toMatchObject({
      found: 1,
      listed: [{ companyId: api.companyId, failed: 1, waiting: 1 }],
    });
    expect(body.certificates).toMatchObject({
      found: 1,
      listed: [{ companyId: api.otherCompanyId, daysLeft: 60 }],
    });
    expect(body.withoutLiveSale).toMatchObject({
      found: 1,
      listed: [{ companyId: api.otherCompanyId, cashRegister: 'Kasa 1', liveSince: null }],
    });
  });
});
