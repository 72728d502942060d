// What the panel says when a certificate file is not the right one, each reason in a sentence of
// its own, and that files of both ages are taken.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueTaxpayer, makeAuthority, toPkcs12 } from '@fiscal/testbed';
import type { Identity } from '@fiscal/testbed';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Body } from '../service/running-service.ts';
import { startPanel } from './running-panel.ts';

const PASSWORD = 'Tajna-čćž-2026';
const NAME = 'Knjižara Đurđevak d.o.o.';
const BAD = 'This certificate cannot be used';

const { service, companyId, enter } = await startPanel();
const folder = mkdtempSync(join(tmpdir(), 'fiscal-panel-seals-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const person = await enter();

const ownTin = () => service.stack.demo.company.tin;
const seal = (options: object = {}) =>
  issueTaxpayer(service.stack.pki.authority, ownTin(), NAME, options);
const fileOf = (identity: Identity, form?: 'modern' | 'legacy') =>
  toPkcs12(identity, service.stack.pki.authority, PASSWORD, form);

function openDialog(): Promise<void> {
  return person
    .open(`/companies/${companyId}/certificates?environment=test`)
    .then(() => person.click('button', 'Upload a new certificate'));
}

async function inspect(name: string, file: Buffer, password = PASSWORD): Promise<void> {
  const path = join(folder, name);
  writeFileSync(path, file);
  await person.upload(path);
  await person.dialog.see(`File: ${name}`);
  // What was found in the file before is no word about this one.
  await person.dialog.seeNo(BAD);
  await person.dialog.fill('Password of the file', password);
  await person.dialog.click('button', 'Inspect');
}

const stored = async () =>
  (
    await service.query('select id from certificate where company_id = $1 order by id', [companyId])
  ).map(({ id }) => String(id));

describe('a certificate that cannot be used', () => {
  beforeAll(openDialog);

  const REASONS: [string, string, () => { file: Buffer; password?: string }][] = [
    [
      'a wrong password',
      'The password does not open this file. It is the one that came with the certificate; mind capital and small letters.',
      () => ({ file: fileOf(seal()), password: 'tajna-čćž-2026' }),
    ],
    [
      'the TIN of another company',
      'The certificate belongs to the TIN 99999999, and this company has {TIN}. Choose the company’s own certificate, or correct its TIN.',
      () => ({ file: fileOf(issueTaxpayer(service.stack.pki.authority, '99999999', 'Drugi')) }),
    ],
    [
      'an end that is over',
      'The certificate expired on {YESTERDAY}. Order a new one from its issuer.',
      () => ({ file: fileOf(seal({ validDays: -1 })) }),
    ],
    [
      'the key of another certificate',
      'The key in the file does not belong to its certificate. Export the certificate again, together with its own key.',
      () => ({ file: fileOf({ ...seal(), privateKeyPem: seal().privateKeyPem }) }),
    ],
    [
      'a key of 1024 bits',
      'The key has 1024 bits, and the tax authority takes RSA keys of 2048 bits only. Order a new certificate from its issuer.',
      () => ({ file: fileOf(seal({ keyBits: 1024 })) }),
    ],
    [
      'no company in it',
      'The certificate names no TIN, so it is none for fiscalization. Choose the company’s fiscal certificate.',
      () => ({ file: fileOf(makeAuthority()) }),
    ],
    [
      'the form of no certificate file',
      'This is no certificate file (.p12 or .pfx), or it is damaged. Choose another, or export it again.',
      () => ({ file: Buffer.from('%PDF-1.7\nRačun za sertifikat\n') }),
    ],
  ];

  test.each(REASONS)('because of %s is refused in words of its own', async (name, words, make) => {
    const before = await stored();
    const { file, password } = make();
    await inspect(`${name.replaceAll(' ', '-')}.p12`, file, password);
    await person.dialog.see(BAD);
    const said = words.replace('{TIN}', ownTin()).replace('{YESTERDAY}', yesterday());
    await person.dialog.see(said);
    await person.picture(`certificate-${name.replaceAll(' ', '-')}`);
    const text = await person.dialog.text();
    const others = REASONS.filter(([other]) => other !== name).map(([, sentence]) => sentence);
    for (const other of others) expect(text).not.toContain(other.slice(0, 30));
    expect(text).not.toContain('Store and use it');
    expect(await stored()).toEqual(before);
  });
});

describe.each(['legacy', 'modern'] as const)('a %s file', (form) => {
  test('is accepted, signs, and sells', async () => {
    const before = await stored();
    await openDialog();
    await inspect(`${form}.pfx`, fileOf(seal(), form));
    await person.dialog.see('The certificate is fine');
    const text = await person.dialog.text();
    expect(text.includes('locked in an outdated way')).toBe(form === 'legacy');
    await person.picture(`certificate-${form}`);
    await person.dialog.click('button', 'Store and use it');
    await person.see('The certificate is stored');
    await person.click('button', 'Try a signature');
    await person.see('The signature works');
    expect(await stored()).toHaveLength(before.length + 1);
    const { body } = await service.createAndPrint();
    expect((body as Body).status).toBe('Fiscalized');
  });
});

test('neither the password nor anything of a file is in the page afterwards', async () => {
  const html = await person.page.content();
  expect(html).not.toContain(PASSWORD);
  expect(html).not.toContain('PRIVATE KEY');
  expect(person.complaints).toEqual([]);
});

/** As the English page writes it, in Podgorica. */
function yesterday(): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Podgorica',
    dateStyle: 'medium',
  });
  return format.format(Date.now() - 24 * 60 * 60 * 1000);
}
