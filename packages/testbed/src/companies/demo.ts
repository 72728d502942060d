// The demo company: who it is, its codes, its keys, and what the simulator has to know of it. Made
// on the first start and used again on every later one; its secrets lie in the folder of the run,
// for the owner only.

import { argon2Sync, randomBytes, randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seedUser } from '@fiscal/db/testing';
import { findApiCaller, generateVaultKeys } from '@fiscal/db/company';
import type { Database } from '@fiscal/db/connection';
import { writePrivateFile } from '../processes/folders.ts';
import { issueTaxpayer, sharedKeyPair } from './pki.ts';
import type { Pki } from './pki.ts';
import { oncePerProcess } from '../once-per-process.ts';
import { newCashRegister, randomTin, seedCompany, withDatabase } from './seed-company.ts';

type DemoCashRegister = ReturnType<typeof newCashRegister>;

/** The demo as it is stored, with the keys that can be seen only once. */
export interface DemoCompany {
  company: {
    tin: string;
    name: string;
    address: string;
    town: string;
    vatNumber: string;
    bankAccount: string;
  };
  cashRegisters: Record<'test' | 'live', DemoCashRegister>;
  /** The certificate vault: `recipient` for the API, `identity` for the worker. */
  vault: { identity: string; recipient: string };
  operator: { email: string; password: string };
  testKey: string;
  liveKey: string;
}

// RFC 9106, second recommended option.
const ARGON2 = { memory: 65_536, passes: 3, parallelism: 4, tagLength: 32 };

/**
 * The demo company of this run's folder and database: the one of the last run when both still know
 * it, else a new one. @returns `isNew` when it was made now.
 */
export async function openDemo(
  directory: string,
  databaseUrl: string,
  pki: Pki,
): Promise<{ demo: DemoCompany; isNew: boolean }> {
  const file = join(directory, 'demo-company.json');
  const known = readDemo(file);
  return withDatabase(databaseUrl, async (db) => {
    if (known !== undefined && (await isIn(db, known))) return { demo: known, isNew: false };
    const demo = await storeDemo(db, pki, await generateVaultKeys());
    writePrivateFile(file, `${JSON.stringify(demo, null, 2)}\n`);
    return { demo, isNew: true };
  });
}

/** True if both keys of the demo are known in this database. */
async function isIn(db: Database, { testKey, liveKey }: DemoCompany): Promise<boolean> {
  return (await findApiCaller(db, testKey)) !== null && (await findApiCaller(db, liveKey)) !== null;
}

/** Another such company with an operator of its own, in the vault of the first. */
export function addDemo(
  databaseUrl: string,
  pki: Pki,
  vault: DemoCompany['vault'],
): Promise<DemoCompany> {
  return withDatabase(databaseUrl, (db) => storeDemo(db, pki, vault));
}

/** The company is live, so that the live key works, too. */
async function storeDemo(
  db: Database,
  pki: Pki,
  vault: DemoCompany['vault'],
): Promise<DemoCompany> {
  const company = {
    tin: randomTin(),
    name: 'Knjižara Đurđevak d.o.o.',
    address: 'Njegoševa 12',
    town: 'Podgorica',
    vatNumber: `30/31-${String(randomInt(10_000, 100_000))}-1`,
    bankAccount: '520-0000000012345-67',
  };
  const seal = issueTaxpayer(pki.authority, company.tin, company.name, {
    keyPair: sharedKeyPair(),
  });
  const cashRegisters = {
    test: newCashRegister('test', 'Kasa 1 (test)'),
    live: newCashRegister('live', 'Kasa 1 (live)'),
  };
  const seeded = await seedCompany(db, {
    ...company,
    cashRegisters: Object.values(cashRegisters),
    certificate: { recipient: vault.recipient, seal },
  });
  const [testKey = '', liveKey = ''] = seeded.cashRegisters.map(({ apiKey }) => apiKey);
  const { password, passwordHash } = oncePerProcess('password of operators', makePassword);
  const operator = { email: await freeEmail(db, 'operator@demo.example'), password };
  await seedUser(db, {
    email: operator.email,
    passwordHash,
    role: 'operator',
    companyId: null,
    name: 'Operater Demo',
  });
  return { company, cashRegisters, vault, operator, testKey, liveKey };
}

// In a database that outlived its .run folder the address is taken by an operator whose password is
// lost.
async function freeEmail(db: Database, wanted: string): Promise<string> {
  const taken = await db.prisma.user.findFirst({ where: { email: wanted } });
  return taken === null ? wanted : wanted.replace('@', `-${randomBytes(3).toString('hex')}@`);
}

function makePassword() {
  const password = randomBytes(15).toString('base64url');
  return { password, passwordHash: hashPassword(password) };
}

/** argon2id in PHC form. */
function hashPassword(password: string): string {
  const nonce = randomBytes(16);
  const tag = argon2Sync('argon2id', { ...ARGON2, message: Buffer.from(password), nonce });
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  const { memory, passes, parallelism } = ARGON2;
  const cost = `m=${String(memory)},t=${String(passes)},p=${String(parallelism)}`;
  return `$argon2id$v=19$${cost}$${base64(nonce)}$${base64(tag)}`;
}

function readDemo(file: string): DemoCompany | undefined {
  if (!existsSync(file)) return undefined;
  try {
    // Our own file; one that was damaged or written by another version is made anew.
    const demo = JSON.parse(readFileSync(file, 'utf8')) as Partial<DemoCompany>;
    const isWhole =
      demo.testKey && demo.liveKey && demo.vault && demo.cashRegisters && demo.company;
    return isWhole ? (demo as DemoCompany) : undefined;
  } catch {
    return undefined;
  }
}
