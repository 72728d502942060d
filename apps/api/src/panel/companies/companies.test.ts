import { createCompany } from '@fiscal/db/company';
import { seedDraft } from '@fiscal/db/testing';
import { afterAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { SAMPLE_SELLER } from '../../../../../packages/db/src/testing/sample-shops.ts';
import { hugePng, uriOf } from '../../testing/pictures.ts';
import { startAdmin } from '../../testing/running-admin.ts';

const panel = await startAdmin();
afterAll(() => panel.close());

const SHOP = { tin: '03456789', name: 'Knjižara d.o.o.', address: 'Ulica 3', town: 'Bar' };
let nextTin = 3_000_000;
const newTin = () => `0${String((nextTin += 1))}`;

/** @returns the new company as it was answered. */
async function create(change: object = {}) {
  const response = await panel.operator.post('/companies', { ...SHOP, tin: newTin(), ...change });
  expect(response.status).toBe(201);
  return response.body as { id: string; tin: string; name: string };
}

const auditOf = (companyId: string) =>
  panel.db.prisma.auditLog.findMany({ where: { companyId }, orderBy: { id: 'asc' } });

describe('creating a company', () => {
  test('takes the defaults of a new one, begins in test, and is audited', async () => {
    const company = await create();
    expect(company).toMatchObject({
      environment: 'test',
      status: 'active',
      country: 'MNE',
      isInVat: true,
      offlineIssuing: true,
      printsAtOnce: false,
      pricesIncludeVat: false,
      logo: null,
      writesPerMinute: null,
      isTinFixed: false,
    });
    const shown = await panel.operator.get(`/companies/${company.id}`);
    expect(shown.body).toEqual(company);
    const [row, ...others] = await auditOf(company.id);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ action: 'company.created', after: { tin: company.tin } });
    expect(row?.actor).toMatch(/^user:/);
  });

  test('tells all that is wrong at once', async () => {
    const response = await panel.operator.post('/companies', {
      tin: '1234567',
      name: ' ',
      address: 'Ulica\u0000 1',
      town: 'Bar',
      country: 'XXX',
      logo: `data:image/svg+xml;base64,${Buffer.from('<svg onload="x()"/>').toString('base64')}`,
    });
    expect(response.status).toBe(400);
    const details = response.body.details as { path: string }[];
    expect(details.map(({ path }) => path).sort()).toEqual([
      'address',
      'country',
      'logo',
      'name',
      'tin',
    ]);
  });

  test('draws a logo anew, and keeps what was kept as it is', async () => {
    const png = await sharp({
      create: { width: 3_000, height: 600, channels: 3, background: 'red' },
    })
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .png()
      .toBuffer();
    const { id, logo } = (await create({ logo: uriOf('png', png) })) as unknown as {
      id: string;
      logo: string;
    };
    const kept = Buffer.from(logo.split(',')[1]!, 'base64');
    expect(await sharp(kept).metadata()).toMatchObject({
      format: 'png',
      width: 2_000,
      height: 400,
    });
    expect(kept.includes('secret place')).toBe(false);
    const again = await panel.operator.patch(`/companies/${id}`, { logo, name: 'Nova' });
    expect(again.body.logo).toBe(logo);
    expect((await panel.operator.patch(`/companies/${id}`, { logo: null })).body.logo).toBeNull();
  });

  test.each([
    ['of 144 million pixels in 20 kB', () => uriOf('png', hugePng(12_000))],
    ['that only claims to be one', () => uriOf('png', Buffer.from('<script>'))],
    ['with a header and nothing behind it', () => uriOf('png', hugePng(100).subarray(0, 40))],
    ['of another kind than it says', () => uriOf('jpeg', hugePng(100))],
  ])('refuses a picture %s, and creates nothing', async (_, logo) => {
    const tin = newTin();
    const response = await panel.operator.post('/companies', { ...SHOP, tin, logo: logo() });
    expect(response.status).toBe(400);
    expect(response.body.details).toEqual([expect.objectContaining({ path: 'logo' })]);
    expect(await panel.db.prisma.company.count({ where: { tin } })).toBe(0);
  });

  test('of two with one TIN, also at once, one is created', async () => {
    const tin = newTin();
    const both = await Promise.all([
      panel.operator.post('/companies', { ...SHOP, tin }),
      panel.operator.post('/companies', { ...SHOP, tin }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('is for operators', async () => {
    expect((await panel.admin.post('/companies', { ...SHOP, tin: newTin() })).status).toBe(404);
    expect((await panel.admin.get('/companies')).status).toBe(404);
  });
});

describe('the list of companies', () => {
  const namesOf = (body: { companies: { name: string }[] }) =>
    body.companies.map(({ name }) => name);

  test('pages by name without losing or repeating one', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `Lanac ${String(index % 60)}`);
    const profile = {
      ...SHOP,
      country: 'MNE',
      isInVat: true,
      vatNumber: null,
      bankAccount: null,
      logo: null,
      pricesIncludeVat: false,
      offlineIssuing: true,
      printsAtOnce: false,
    };
    for (const name of names) {
      await createCompany(panel.db, { ...profile, name, tin: newTin() }, 'command-line');
    }
    const seen: string[] = [];
    let cursor = '';
    do {
      const query = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await panel.operator.get(`/companies?search=lanac${query}`);
      seen.push(...namesOf(body));
      cursor = body.nextCursor ?? '';
    } while (cursor !== '');
    expect(seen.toSorted()).toEqual(names.toSorted());
  });

  test('is searched by part of the name and by the beginning of the TIN, wildcards apart', async () => {
    const { tin } = await create({ name: 'Apoteka 100%_Zdravo' });
    const search = async (text: string) =>
      namesOf((await panel.operator.get(`/companies?search=${encodeURIComponent(text)}`)).body);
    expect(await search('100%_z')).toEqual(['Apoteka 100%_Zdravo']);
    expect(await search(tin)).toEqual(['Apoteka 100%_Zdravo']);
    expect(await search('a%z')).toEqual([]);
    expect(await search("' or 1=1 --")).toEqual([]);
  });

  test('is filtered by status, and refuses a cursor that is none', async () => {
    const { id } = await create({ name: 'Zatvoreno' });
    await panel.operator.post(`/companies/${id}/pause`);
    const { body } = await panel.operator.get('/companies?status=paused');
    expect(namesOf(body)).toEqual(['Zatvoreno']);
    expect((await panel.operator.get('/companies?cursor=x')).body.code).toBe('QUERY_INVALID');
  });
});

describe('changing a company', () => {
  test('changes only what is sent, and audits only what changed', async () => {
    const { id, tin } = await create();
    const change = { name: 'Knjižara Bar', town: 'Bar', vatNumber: '30/31-1-1' };
    const response = await panel.operator.patch(`/companies/${id}`, change);
    expect(response.body).toMatchObject({ ...SHOP, tin, ...change });
    const row = (await auditOf(id)).at(-1);
    expect(row).toMatchObject({
      action: 'company.changed',
      before: { name: SHOP.name, vatNumber: null },
      after: { name: 'Knjižara Bar', vatNumber: '30/31-1-1' },
    });
    expect(row?.after).not.toHaveProperty('town');
    await panel.operator.patch(`/companies/${id}`, change);
    expect((await auditOf(id)).at(-1)?.id).toBe(row?.id);
  });

  test('a company admin chooses that PDFs are made at once, which is audited', async () => {
    const path = `/companies/${panel.companyId}`;
    const changed = await panel.admin.patch(path, { printsAtOnce: true });
    expect(changed.body).toMatchObject({ printsAtOnce: true });
    expect((await auditOf(panel.companyId)).at(-1)).toMatchObject({
      action: 'company.changed',
      before: { printsAtOnce: false },
      after: { printsAtOnce: true },
    });
    await panel.admin.patch(path, { printsAtOnce: false });
  });

  test('a company admin changes the own profile, but not TIN, limits or status', async () => {
    const path = `/companies/${panel.companyId}`;
    const changed = await panel.admin.patch(path, { address: 'Nova 7', tin: '12345678' });
    expect(changed.body).toMatchObject({ address: 'Nova 7' });
    const refused = await panel.admin.patch(path, { tin: '11111111' });
    expect(refused.status).toBe(400);
    expect(refused.body.details[0].path).toBe('tin');
    const limits = { writesPerMinute: 1, readsPerMinute: null };
    expect((await panel.admin.put(`${path}/limits`, limits)).status).toBe(404);
    expect((await panel.admin.post(`${path}/pause`)).status).toBe(404);
    expect((await panel.neighbour.patch(path, { name: 'Moje' })).status).toBe(404);
  });

  test('the TIN can be corrected until the first invoice, and never to another company’s', async () => {
    const { id } = await create();
    const other = await create();
    const taken = await panel.operator.patch(`/companies/${id}`, { tin: other.tin });
    expect(taken.status).toBe(409);
    const tin = newTin();
    expect((await panel.operator.patch(`/companies/${id}`, { tin })).body.tin).toBe(tin);

    await addDraft(id);
    expect((await panel.operator.get(`/companies/${id}`)).body.isTinFixed).toBe(true);
    const fixed = await panel.operator.patch(`/companies/${id}`, { tin: newTin() });
    expect(fixed.status).toBe(400);
    expect(fixed.body.error).toContain('stands on invoices');
    expect((await panel.operator.get(`/companies/${id}`)).body.tin).toBe(tin);
  });

  test('an operator sets limits, pauses and lets it go on; each is audited', async () => {
    const { id } = await create();
    const limits = { writesPerMinute: 60, readsPerMinute: null };
    const limited = await panel.operator.put(`/companies/${id}/limits`, limits);
    expect(limited.body).toMatchObject(limits);
    expect((await panel.operator.post(`/companies/${id}/pause`)).body.status).toBe('paused');
    expect((await panel.operator.post(`/companies/${id}/resume`)).body.status).toBe('active');
    const actions = (await auditOf(id)).map(({ action }) => action);
    expect(actions).toEqual([
      'company.created',
      'company.changed',
      'company.paused',
      'company.resumed',
    ]);
  });

  test.each(['', '/checklist'])('a company that is not there is not found: %s', async (path) => {
    const id = uuidv7();
    expect((await panel.operator.get(`/companies/${id}${path}`)).status).toBe(404);
    expect((await panel.operator.patch(`/companies/${id}`, { name: 'x' })).status).toBe(404);
    expect((await panel.operator.post(`/companies/${id}/go-live`)).status).toBe(404);
  });
});

/** @returns the draft's id. */
async function addDraft(companyId: string): Promise<string> {
  const register = { companyId, environment: 'test', name: 'Kasa', internalId: '9' };
  const codes = { businessUnitCode: 'bb123bb123', softwareCode: 'ss123ss123' };
  const { id: cashRegisterId } = await panel.db.prisma.cashRegister.create({
    data: {
      id: uuidv7(),
      ...register,
      environment: 'test',
      ...codes,
      operatorCode: 'oo123oo123',
      maintainerCode: 'mm123mm123',
    },
  });
  const { id } = await seedDraft(panel.db, {
    id: uuidv7(),
    companyId,
    cashRegisterId,
    environment: 'test',
    apiKeyId: uuidv7(),
    request: {
      type: 'Invoice',
      orderNumber: 0,
      typeOfInvoice: 'NonCash',
      paymentMethod: 'ACCOUNT',
      paymentDeadline: '2026-11-30T00:00:00Z',
      items: [{ name: 'Kafa', unitPrice: 1, quantity: 1, vat: { rate: 21 } }],
    },
    computed: {
      lines: [],
      sameTaxGroups: [],
      totals: { withoutVat: '1.00', vat: '0.21', total: '1.21' },
      decimals: 2,
    },
    warnings: [],
    pricesIncludeVat: false,
    seller: SAMPLE_SELLER,
    originalId: null,
  });
  return id;
}
