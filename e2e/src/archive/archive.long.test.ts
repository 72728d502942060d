// Two days of sales, sealed; then spoilt in every way, each of which is found without the service.

import { generateKeyPairSync } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, makeAuthority } from '@fiscal/testbed';
import { describe, expect, test } from '@jest/globals';
import { testWith } from '../processes/external-programs.ts';
import { BUYER, cancellationOf, cashInvoice, nonCashInvoice } from '../service/invoices.ts';
import { openTills } from '../reliability/tills.ts';
import type { Body } from '../service/running-service.ts';
import { dayAfter, startArchivedService, verify } from './archive-runs.ts';
import { changeBytes } from './changed-bytes.ts';
import { filesOf, overwrite, sealAgain, sha256, spoilings } from './spoilt-archives.ts';

const testWithPrograms = testWith('xmlsec1', 'openssl');
/** Each is looked for by a run of the verifier; the nightly tests change more. */
const CHANGES = Number(process.env.ARCHIVE_CHANGES ?? 100);
const HOSTILE = `../../etc/passwd\n; rm -rf "$HOME"\t<!-- &amp; 'č`;
const HOSTILE_WORDS = HOSTILE.replaceAll(/\s/g, ' ');

const service = await startArchivedService();
const otherTill = (await openTills(service, 1, { name: 'Druga firma d.o.o.' }))();
const [company = {}] = await service.query(
  'update company set name = $1 where tin = $2 returning id',
  [HOSTILE, service.stack.demo.company.tin],
);
const print = async ({ id }: Body, query = '') => {
  const { status, body } = await service.pdf(`/api/invoices/${id}/pdf${query}`);
  expect(status).toBe(200);
  return body as Buffer;
};

// The first day: a sale, what cancels it, one with hostile names, one offline, and one of another
// company; and cash that is taken out of the drawer.
const sold = await service.fiscalized(cashInvoice());
const cancellation = await service.fiscalized(cancellationOf(sold));
const buyer = { ...BUYER, name: HOSTILE_WORDS };
const named = await service.fiscalized(nonCashInvoice({ note: HOSTILE_WORDS, buyer }));
const foreign = await otherTill.fiscalized(cashInvoice());
const withdrawn = await service.whileWorkerRests(async () => {
  const call = { cashAmount: 5, note: HOSTILE_WORDS };
  const response = service.post('/api/cashdeposit/withdraw', call).then(({ body }) => body as Body);
  const accepted = () => service.query('select id from withdrawal');
  await eventually(accepted, ({ length }) => length === 1);
  // By PostgreSQL's calendar it is of the day before.
  await service.query(`alter table withdrawal disable trigger withdrawal_protect;
    update withdrawal set created_at = created_at + interval '1 day', local_date = local_date + 1;
    alter table withdrawal enable trigger withdrawal_protect`);
  return { response };
});
const withdrawal = await withdrawn.response;
await service.holdAuthority();
const offline = (await service.sell(cashInvoice())).body as Body;
const [printed, printedOffline] = [await print(sold), await print(offline)];
const strip = await print(sold, '?paper=80mm');
const firstRun = await service.archive(2, ['--all', '--days', '1']);
const root = join(service.to, `${String(company.id)}-test`);
const firstVerified = await verify(root);

// The second day: what was offline is delivered, and another one is sold.
await service.nextDay();
await service.releaseAuthority();
await service.until(offline.id as string, 'Fiscalized');
const printedLater = await print(offline);
const late = await service.fiscalized(cashInvoice());
const behindBefore = await service.behind(3);
const secondRun = await service.archive(3, ['--all', '--days', '3']);
const behindAfter = await service.behind(3);

const [day1, day2] = [dayAfter(1), dayAfter(2)];
const FOLDERS = [`000001_${day1}`, `000002_${day1}`, `000003_${day2}`] as const;
const read = (file: string, archive = root) => readFileSync(join(archive, file));
const lastDigest = sha256(read(`${FOLDERS[2]}/manifest.txt`));
const keyFile = filesOf(root).find((name) => name.startsWith('key-')) ?? '';
const fingerprint = keyFile.slice('key-'.length, -'.pem'.length);
const { authorityFile } = service.stack.pki;
const KNOWN = ['--key', fingerprint, '--last', lastDigest, '--anchor', authorityFile];

/** A copy of the archive that may be spoilt. */
function copyOf(name: string): string {
  const copy = join(service.to, '..', name);
  cpSync(root, copy, { recursive: true });
  return copy;
}

describe('a day with an offline invoice', () => {
  testWithPrograms('is sealed as not complete, which the verifier says', () => {
    expect(firstRun.code).toBe(0);
    expect(firstRun.lines.join('\n')).toContain(`${day1}: sealed, 6 documents, not complete`);
    const open = 'note: not everything was registered yet when it was sealed, on days: 1';
    expect(firstVerified.lines).toContain(open);
    expect(firstVerified.lines.at(-1)).toBe('6 documents of 1 days: all intact');
    return Promise.resolve();
  });

  test('is sealed again once it was delivered, beside the seal before', () => {
    expect(secondRun.code).toBe(0);
    expect(readdirSync(root).filter((name) => name.includes('_'))).toEqual(FOLDERS);
    expect(read(`${FOLDERS[0]}/day.txt`).toString()).toMatch(/^complete: no$/m);
    expect(read(`${FOLDERS[1]}/day.txt`).toString()).toMatch(/^complete: yes$/m);
    const [before, after] = FOLDERS.map((name) => `${name}/invoices/${offline.iic}`);
    const messages = filesOf(join(root, before!)).filter((name) => name !== 'offline.pdf');
    expect(messages.slice(0, 2)).toEqual(['001-request.xml', '001-unbelieved.bin']);
    expect(filesOf(join(root, after!))).toEqual(
      expect.arrayContaining([...messages, expect.stringMatching(/-reply\.xml$/)]),
    );
    expect(read(`${after}/offline.pdf`)).toEqual(printedOffline);
    expect(read(`${after}/invoice.pdf`)).toEqual(printedLater);
  });
});

test('the figure says how far it is behind, until the missing day is sealed', () => {
  const hours = behindBefore.map(({ behindSeconds }) => behindSeconds / 3_600);
  expect([[12], [13]]).toContainEqual(hours);
  expect(behindAfter).toEqual([{ environment: 'test', behindSeconds: 0 }]);
});

describe('an archive', () => {
  testWithPrograms('verifies, XML signatures and trust anchors included', async () => {
    const { code, lines } = await verify(...KNOWN, root);
    expect({ code, lines }).toEqual({ code: 0, lines: ['8 documents of 2 days: all intact'] });
  });

  test('has every message, reply and print byte for byte', async () => {
    for (const [folder, { id, iic }] of [
      [FOLDERS[1], sold],
      [FOLDERS[1], cancellation],
      [FOLDERS[1], named],
      [FOLDERS[2], late],
    ] as const) {
      const [message] = await service.submissionsOf(id as string);
      const at = `${folder}/invoices/${iic}`;
      expect(read(`${at}/001-request.xml`).toString()).toBe(message?.request);
      expect(read(`${at}/001-reply.xml`)).toEqual(message?.response_bytes);
    }
    expect(read(`${FOLDERS[1]}/invoices/${sold.iic}/invoice.pdf`)).toEqual(printed);
    expect(read(`${FOLDERS[1]}/invoices/${sold.iic}/invoice-80mm.pdf`)).toEqual(strip);
    const deposits = await service.query(
      `select d.id, s.request, s.response_bytes from submission s
       join cash_deposit d on d.id = s.cash_deposit_id join cash_register r on r.id = d.cash_register_id
       where r.company_id = $1 order by d.local_date`,
      [company.id],
    );
    for (const [index, folder] of FOLDERS.slice(1).entries()) {
      const { id, request, response_bytes: reply } = deposits[index] ?? {};
      expect(read(`${folder}/deposits/${id}/001-request.xml`).toString()).toBe(request);
      expect(read(`${folder}/deposits/${id}/001-reply.xml`)).toEqual(reply);
    }
  });

  test('has a withdrawal on its day, byte for byte', async () => {
    expect(withdrawal).toMatchObject({ status: 'Registered', date: day1 });
    const [message] = await service.query(
      'select request, response_bytes from submission where cash_deposit_id = $1',
      [withdrawal.id],
    );
    const at = `${FOLDERS[1]}/deposits/${String(withdrawal.id)}`;
    expect(read(`${at}/001-request.xml`).toString()).toBe(message?.request);
    expect(read(`${at}/001-request.xml`).toString()).toContain('Operation="WITHDRAW"');
    expect(read(`${at}/001-reply.xml`)).toEqual(message?.response_bytes);
    const { id, tcrCode, changedAt, fcdc } = withdrawal;
    const row = [
      `deposits/${String(id)}`,
      'Withdrawal',
      'registered',
      tcrCode,
      changedAt,
      '5.00',
      fcdc,
    ];
    expect(read(`${FOLDERS[1]}/documents.tsv`).toString()).toContain(row.join('\t'));
  });

  test('says of each document what it is, and which was not printed', () => {
    const rows = read(`${FOLDERS[1]}/documents.tsv`)
      .toString()
      .split('\n')
      .map((line) => line.split('\t'));
    const rowOf = ({ iic }: Body) =>
      rows.find(([folder]) => folder === `invoices/${iic}`)?.slice(1);
    expect(rowOf(sold)?.slice(0, 3)).toEqual(['Invoice', 'Fiscalized', sold.invoiceNumber]);
    expect(rowOf(sold)?.at(-1)).toBe('invoice.pdf, invoice-80mm.pdf');
    expect(rowOf(cancellation)?.slice(-3)).toEqual([sold.iic, '', 'not printed']);
    expect(rowOf(offline)?.slice(-2)).toEqual(['yes', 'offline.pdf, invoice.pdf']);
    expect(rows.filter(([, kind]) => kind === 'CashDeposit')).toHaveLength(1);
    expect(read(`${FOLDERS[2]}/day.txt`).toString()).toMatch(
      /^register: \w+ numbers 5 to 5, 1 inv/m,
    );
  });

  test('has no name of a person’s making in a path, and the company’s in one line', () => {
    for (const file of filesOf(root)) expect(file).toMatch(/^[\w/.-]+$/);
    const [line] = /^name: .*$/m.exec(read(`${FOLDERS[1]}/day.txt`).toString()) ?? [];
    expect(JSON.parse(line?.slice('name: '.length) ?? '')).toBe(HOSTILE);
  });

  test('has nothing of another company, which has its own', () => {
    const other = join(service.to, `${otherTill.company.id}-test`);
    const has = (folder: string) =>
      filesOf(folder).some((file) => file.includes(foreign.iic as string));
    expect([has(root), has(other)]).toEqual([false, true]);
    expect(filesOf(other).filter((file) => file.includes(sold.iic as string))).toEqual([]);
  });

  test('is left as it is by another run, which verifies it', async () => {
    const states = () =>
      filesOf(service.to).map((file) => [file, statSync(join(service.to, file)).mtimeMs]);
    const before = states();
    const { code, lines } = await service.archive(3, ['--all', '--days', '3']);
    expect(code).toBe(0);
    expect(lines.filter((line) => line.includes(': intact, '))).toHaveLength(3);
    expect(states()).toEqual(before);
  });
});

describe('the verifier finds', () => {
  testWithPrograms(`each of ${CHANGES} changed bytes`, async () => {
    // Each folder in an archive of its own, so that a run looks at the folder that was changed
    // alone.
    const archives = FOLDERS.map((folder, index) => {
      const archive = copyOf(`only ${folder}`);
      for (const other of FOLDERS) {
        if (other !== folder) rmSync(join(archive, other), { recursive: true });
      }
      const before = index === 0 ? 'none' : sha256(read(`${FOLDERS[index - 1]}/manifest.txt`));
      return { archive, run: () => verify('--quick', '--first', before, archive) };
    });
    expect(await changeBytes(archives, CHANGES, 20_261_122)).toEqual([]);
    for (const { run } of archives) expect(await run()).toMatchObject({ code: 0 });
  });

  for (const [name, words, spoil] of spoilings(FOLDERS, `invoices/${sold.iic}/invoice.pdf`)) {
    testWithPrograms(name, async () => {
      const copy = copyOf(name);
      spoil(copy);
      const { code, lines } = await verify('--quick', '--last', lastDigest, copy);
      expect(lines.join('\n')).toContain(words);
      expect(code).toBe(1);
    });
  }

  const request = `${FOLDERS[2]}/invoices/${late.iic}/001-request.xml`;
  const change = (archive: string) => {
    overwrite(
      join(archive, request),
      read(request)
        .toString()
        .replace(/ TotPrice="\d/, ' TotPrice="1'),
    );
  };

  testWithPrograms('a message that was changed before it was sealed', async () => {
    const copy = copyOf('changed before');
    change(copy);
    sealAgain(join(copy, FOLDERS[2]), readFileSync(service.key, 'utf8'));
    const { code, lines } = await verify('--key', fingerprint, '--anchor', authorityFile, copy);
    expect(lines).toContain(`${request}: its XML signature is not good`);
    expect(code).toBe(1);
    expect((await verify('--quick', copy)).code).toBe(0);
  });

  testWithPrograms('a key that is not the archive’s, where it knows that one', async () => {
    const copy = copyOf('another key');
    change(copy);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
    const other = sealAgain(
      join(copy, FOLDERS[2]),
      privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    );
    const { code, lines } = await verify('--quick', '--key', fingerprint, copy);
    expect(lines).toEqual([
      `${FOLDERS[2]}: signed with another key, ${other}`,
      expect.stringMatching(/^note: compare the newest manifest/),
      '8 documents of 2 days: 1 problems',
    ]);
    expect(code).toBe(1);
  });

  testWithPrograms('replies that lead to no anchor of the authority', async () => {
    const anchor = join(service.to, '../another-ca.pem');
    writeFileSync(anchor, makeAuthority().certificatePem);
    const { code, lines } = await verify('--anchor', anchor, root);
    expect(lines).toContain(
      `${FOLDERS[2]}/invoices/${late.iic}/001-reply.xml: its XML signature is not good`,
    );
    expect(code).toBe(1);
  });
});

describe('the command', () => {
  test('seals no day that is not over', async () => {
    const { code, lines } = await service.archive(3, ['--all', '--day', dayAfter(3)]);
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [`${dayAfter(3)} is not over yet in Podgorica.`],
    });
  });

  test('reports a file that was changed, and seals nothing in its place', async () => {
    const file = `${FOLDERS[1]}/documents.tsv`;
    const content = read(file);
    overwrite(join(root, file), 'changed');
    const { code, lines } = await service.archive(3, ['--all', '--days', '3']);
    overwrite(join(root, file), content);
    expect(lines.join('\n')).toContain(`${FOLDERS[1]}: ./documents.tsv was changed`);
    expect(code).toBe(1);
    expect(readdirSync(root).filter((name) => name.includes('_'))).toEqual(FOLDERS);
  });

  test('notes the seals that a restored database lacks, and no folder that it has not sealed', async () => {
    const seals = () =>
      service.query('select * from archive_seal where company_id = $1 order by number', [
        company.id,
      ]);
    const digests = async () => (await seals()).map((seal) => String(seal.manifest_sha256));
    const before = await digests();
    await service.forget(`company_id = '${String(company.id)}' and number > 1`);
    expect((await service.archive(3, ['--all'])).code).toBe(0);
    expect(await digests()).toEqual(before);

    await service.forget(`company_id = '${String(company.id)}' and number > 2`);
    const manifest = join(root, FOLDERS[2], 'manifest.txt');
    const content = readFileSync(manifest);
    overwrite(manifest, content.subarray(1));
    const { code, lines } = await service.archive(3, ['--all']);
    overwrite(manifest, content);
    expect(code).toBe(1);
    expect(lines.join('\n')).toContain(`${FOLDERS[2]} is not known to the database`);
    expect((await service.archive(3, ['--all'])).code).toBe(0);
  });

  test('finds a last day that was taken away, and seals it once more if asked to', async () => {
    rmSync(join(root, FOLDERS[2]), { recursive: true });
    const lost = await service.archive(3, ['--all']);
    expect(lost.code).toBe(1);
    expect(lost.lines.join('\n')).toContain(`${FOLDERS[2]}: was sealed, and is not in the archive`);
    const again = await service.archive(3, ['--all', '--day', day2, '--again']);
    expect(again.lines.join('\n')).toContain(`${day2}: sealed, 2 documents`);
    expect(again.code).toBe(0);
    expect(read(`000004_${day2}/day.txt`).toString()).toContain(`previous: ${lastDigest}`);
  });
});
