import { newCashRegister, seedCompany } from '@fiscal/testbed';
import { afterAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { hugePng, uriOf } from '../../testing/pictures.ts';
import { startAdmin } from '../../testing/running-admin.ts';
import { clientOf } from '../../testing/running-api.ts';

const panel = await startAdmin();
afterAll(() => panel.close());

const SHOP = { tin: '03456789', name: 'Knjižara d.o.o.', address: 'Ulica 3', town: 'Bar' };
let nextTin = 3_000_000;
const newTin = () => `0${String((nextTin += 1))}`;

/** @returns the new company as it was returned. */
async function create(change: object = {}) {
  const body = { ...SHOP, tin: newTin(), ...change };
  const response = await panel.operator.post('/companies', body).expect(201);
  return response.body as { id: string; tin: string; logo: string | null };
}

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
    expect(await panel.audit({ companyId: company.id })).toMatchObject([
      {
        actor: `user:${panel.operator.userId}`,
        action: 'company.created',
        after: { tin: company.tin },
      },
    ]);
  });

  test('measures what a message carries as the message writes it, for nothing of it is cut', async () => {
    const sound = { bankAccount: 'Đ'.repeat(25), town: 'đ'.repeat(50) };
    expect(await create({ ...sound, address: 'đ'.repeat(100) })).toMatchObject(sound);
    const response = await panel.operator.post('/companies', {
      ...SHOP,
      tin: newTin(),
      name: '酒'.repeat(200),
      address: 'đ'.repeat(101),
      town: 'đ'.repeat(51),
      bankAccount: `${'Đ'.repeat(25)}1`,
    });
    expect(response.status).toBe(400);
    const details = response.body.details as { path: string; message: string }[];
    expect(details.map(({ path, message }) => `${path} ${message}`)).toEqual([
      'name must have at most 400 characters after transliteration',
      'address must have at most 200 characters after transliteration',
      'town must have at most 100 characters after transliteration',
      'bankAccount must have at most 50 characters after transliteration',
    ]);
  });

  test('lists all that is wrong at once', async () => {
    const response = await panel.operator.post('/companies', {
      tin: '1234567',
      name: ' ',
      address: 'Ulica\u0000 1',
      town: 'Bar',
      country: 'XXX',
      logo: `data:image/svg+xml;base64,${Buffer.from('<svg onload="x()"/>').toString('base64')}`,
    });
    expect(response.status).toBe(400);
    const paths = (response.body.details as { path: string }[]).map(({ path }) => path);
    expect(paths.sort()).toEqual(['address', 'country', 'logo', 'name', 'tin']);
  });

  test('draws a logo anew, and keeps what was kept as it is', async () => {
    const red = { width: 3_000, height: 600, channels: 3, background: 'red' } as const;
    const picture = sharp({ create: red }).withExif({ IFD0: { Copyright: 'secret place' } });
    const { id, logo } = await create({ logo: uriOf('png', await picture.png().toBuffer()) });
    const kept = Buffer.from(logo!.split(',')[1]!, 'base64');
    const drawn = { format: 'png', width: 2_000, height: 400 };
    expect(await sharp(kept).metadata()).toMatchObject(drawn);
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
    expect(response).toMatchObject({
      status: 400,
      body: { details: [{ path: 'logo', message: expect.stringMatching(/\w \w/) }] },
    });
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
});

describe('the list of companies', () => {
  const namesOf = (body: { companies: { name: string }[] }) =>
    body.companies.map(({ name }) => name);

  test('pages by name without losing or repeating one', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `Lanac ${String(index % 60)}`);
    for (const name of names) await seedCompany(panel.db, { name, tin: newTin() });
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
    await create({ name: 'Ćevapi „Đurđevak“' });
    for (const asTyped of ['cevapi', 'đurđ', 'djurdj', 'DURDEVAK']) {
      expect(await search(asTyped)).toEqual(['Ćevapi „Đurđevak“']);
    }
    expect(await search(tin)).toEqual(['Apoteka 100%_Zdravo']);
    expect(await search('a%z')).toEqual([]);
    expect(await search("' or 1=1 --")).toEqual([]);
  });

  test('is filtered and sorted by the certificate of the environment, page by page', async () => {
    const day = 24 * 60 * 60 * 1000;
    const ends = { Istekao: -1, Ističe: 20, Kasnije: 400, Ničiji: null };
    for (const [name, days] of Object.entries(ends)) {
      for (let copy = 0; copy < 15; copy += 1) {
        const { id: companyId } = await create({ name: `Red ${name} ${copy}` });
        if (copy === 0) {
          await panel.db.prisma.company.update({
            where: { id: companyId },
            data: { environment: 'live' },
          });
        }
        if (days === null) continue;
        const notAfter = new Date(Date.now() + days * day + copy * 1000);
        for (const environment of ['test', 'live'] as const) {
          // That of the other environment decides nothing.
          const isOwn = (environment === 'live') === (copy === 0);
          await panel.db.pool.query(
            `insert into certificate (id, company_id, environment, certificate_der, sealed_private_key,
               sealed_to, subject, issuer, serial_number, tin, fingerprint_sha256, not_before, not_after,
               is_active)
             values (gen_random_uuid(), $1, $2, '', '', '', '', '', gen_random_uuid(), '', '', now(),
               $3, true)`,
            [companyId, environment, isOwn ? notAfter : new Date(Date.now() + 900 * day)],
          );
        }
      }
    }
    const all = async (query: string) => {
      const names: string[] = [];
      let cursor = '';
      do {
        const { body } = await panel.operator.get(`/companies?search=Red%20&${query}${cursor}`);
        names.push(...namesOf(body));
        cursor = body.nextCursor === null ? '' : `&cursor=${String(body.nextCursor)}`;
      } while (cursor !== '');
      return names;
    };
    const of = (name: string) => Array.from({ length: 15 }, (_, copy) => `Red ${name} ${copy}`);
    const sorted = await all('sort=certificate');
    expect(sorted.slice(0, 45)).toEqual([...of('Istekao'), ...of('Ističe'), ...of('Kasnije')]);
    expect(sorted.slice(45).sort()).toEqual(of('Ničiji').sort());
    for (const [state, name] of [
      ['expired', 'Istekao'],
      ['ending', 'Ističe'],
      ['missing', 'Ničiji'],
    ] as const) {
      expect((await all(`certificate=${state}`)).sort()).toEqual(of(name).sort());
    }
    expect(await all('certificate=ending&environment=live')).toEqual(['Red Ističe 0']);
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
    const row = (await panel.audit({ companyId: id })).at(-1);
    expect(row).toMatchObject({
      action: 'company.changed',
      before: { name: SHOP.name, vatNumber: null },
      after: { name: 'Knjižara Bar', vatNumber: '30/31-1-1' },
    });
    expect(row?.after).not.toHaveProperty('town');
    await panel.operator.patch(`/companies/${id}`, change);
    expect((await panel.audit({ companyId: id })).at(-1)?.id).toBe(row?.id);
  });

  test.each([
    ['that PDFs are made at once', { printsAtOnce: false }, { printsAtOnce: true }],
    ['the paper of PDFs', { paper: 'a4' }, { paper: '80mm' }],
  ])('a company admin chooses %s, which is audited', async (_what, before, after) => {
    const path = `/companies/${panel.companyId}`;
    expect((await panel.admin.get(path)).body).toMatchObject(before);
    const changed = await panel.admin.patch(path, after);
    expect(changed.body).toMatchObject(after);
    expect((await panel.audit({ companyId: panel.companyId })).at(-1)).toMatchObject({
      action: 'company.changed',
      before,
      after,
    });
    await panel.admin.patch(path, before);
  });

  test('a paper that there is not is refused, by the database too', async () => {
    const path = `/companies/${panel.companyId}`;
    expect((await panel.admin.patch(path, { paper: '58mm' })).status).toBe(400);
    const change = `update company set paper = '58mm' where id = $1`;
    await expect(panel.db.pool.query(change, [panel.companyId])).rejects.toMatchObject({
      code: '23514',
    });
  });

  test('a company admin changes the own profile, but not TIN, limits or status', async () => {
    const path = `/companies/${panel.companyId}`;
    const changed = await panel.admin.patch(path, { address: 'Nova 7', tin: '12345678' });
    expect(changed.body).toMatchObject({ address: 'Nova 7' });
    const refused = await panel.admin.patch(path, { tin: '11111111' });
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'tin' }] } });
    const limits = { writesPerMinute: 1, readsPerMinute: null };
    await panel.admin.put(`${path}/limits`, limits).expect(404);
    await panel.admin.post(`${path}/pause`).expect(404);
  });

  test('the TIN can be corrected until the first invoice, and never to another company’s', async () => {
    const { id } = await create();
    const other = await create();
    await panel.operator.patch(`/companies/${id}`, { tin: other.tin }).expect(409);
    const tin = newTin();
    expect((await panel.operator.patch(`/companies/${id}`, { tin })).body.tin).toBe(tin);

    await addDraft(id);
    expect((await panel.operator.get(`/companies/${id}`)).body.isTinFixed).toBe(true);
    const fixed = await panel.operator.patch(`/companies/${id}`, { tin: newTin() });
    const error = expect.stringContaining('stands on invoices');
    expect(fixed).toMatchObject({ status: 400, body: { error } });
    expect((await panel.operator.get(`/companies/${id}`)).body.tin).toBe(tin);
  });

  test('an operator sets limits, pauses and lets it go on; each is audited', async () => {
    const { id } = await create();
    const limits = { writesPerMinute: 60, readsPerMinute: null };
    const limited = await panel.operator.put(`/companies/${id}/limits`, limits);
    expect(limited.body).toMatchObject(limits);
    expect((await panel.operator.post(`/companies/${id}/pause`)).body.status).toBe('paused');
    expect((await panel.operator.post(`/companies/${id}/resume`)).body.status).toBe('active');
    const actions = (await panel.audit({ companyId: id })).map(({ action }) => action);
    expect(actions).toEqual([
      'company.created',
      'company.changed',
      'company.paused',
      'company.resumed',
    ]);
  });

  test.each(['', '/checklist'])('a company that is not there is not found: %s', async (path) => {
    const id = uuidv7();
    await panel.operator.get(`/companies/${id}${path}`).expect(404);
    await panel.operator.patch(`/companies/${id}`, { name: 'x' }).expect(404);
    await panel.operator.post(`/companies/${id}/go-live`).expect(404);
  });
});

async function addDraft(companyId: string): Promise<void> {
  const path = `/companies/${companyId}`;
  await panel.operator.post(`${path}/cash-registers`, newCashRegister('test')).expect(201);
  const made = await panel.operator.post(`${path}/api-keys`, { environment: 'test', name: 'Kasa' });
  await clientOf(panel, String(made.body.key)).draft().expect(201);
}
