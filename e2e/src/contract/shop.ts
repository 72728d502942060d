// A shop as the contract tests need it: a company of its own with a cash register, a certificate and
// a key for each environment, known to the authority, and the calls it makes. It judges nothing.

import { createPrivateKey, randomInt, X509Certificate } from 'node:crypto';
import { storeCertificate } from '@fiscal/db/company';
import { openDatabase } from '@fiscal/db/connection';
import type { Database } from '@fiscal/db/connection';
import { seedApiKey, seedCashRegister, seedCompany, updateSeededCompany } from '@fiscal/db/testing';
import type { SeededCompany } from '@fiscal/db/testing';
import type { Environment } from '@fiscal/domain';
import { issueTaxpayer, randomCode } from '@fiscal/testbed';
import type { Identity } from '@fiscal/testbed';
import request from 'supertest';
import type { Body, RunningService } from '../running-service.ts';
import { asDocumented } from './documented.ts';

/** The calls of one API key. */
export interface Caller {
  key: string;
  get(path: string): request.Test;
  post(path: string, body?: object): request.Test;
  draft(body: object): request.Test;
  createAndPrint(body: object): request.Test;
  /** Asks for fiscalization and waits for the outcome as the service offers it. */
  fiscalize(id: string): request.Test;
  /** Draft, then fiscalize: the fiscalized record. Throws the answer if it is another. */
  fiscalized(body: object): Promise<Body>;
  read(id: string): Promise<Body>;
}

/** A company and its callers. */
export interface Shop {
  companyId: string;
  tin: string;
  /** TCR codes by environment. */
  tcrCodes: Record<Environment, string>;
  test: Caller;
  live: Caller;
}

/** How the calls of one key are made. */
export function callerOf({ stack }: Pick<RunningService, 'stack'>, key: string): Caller {
  const authorization = `Bearer ${key}`;
  const { apiUrl } = stack;
  const get = (path: string) =>
    asDocumented(request(apiUrl).get(path), 'GET', path).set('Authorization', authorization);
  const post = (path: string, body?: object) =>
    asDocumented(request(apiUrl).post(path), 'POST', path)
      .set('Authorization', authorization)
      .send(body);
  const draft = (body: object) => post('/api/invoices/draft', body);
  const fiscalize = (id: string) => post(`/api/invoices/${id}/fiscalize`).set('Prefer', 'wait=25');
  return {
    key,
    get,
    post,
    draft,
    fiscalize,
    createAndPrint: (body) => post('/api/invoices/cash/create-and-print', body),
    fiscalized: async (body) => {
      const stored = await draft(body);
      if (stored.status !== 201) throw new Error(`no draft: ${stored.text}`);
      const answer = await fiscalize(String(stored.body.id));
      if (answer.body.status !== 'Fiscalized') throw new Error(`not fiscalized: ${answer.text}`);
      return answer.body as Body;
    },
    read: async (id) => (await get(`/api/invoices/${id}`)).body as Body,
  };
}

/** Registers a company with the authority and with the service. */
export async function openShop(
  service: RunningService,
  change: Partial<SeededCompany> & { status?: 'active' | 'paused' } = {},
): Promise<Shop> {
  const { status, ...company } = change;
  const isInVat = company.isInVat ?? true;
  const { tin, name, seal } = taxpayerOf(service, isInVat);
  return withDatabase(service, async (db) => {
    const companyId = await seedCompany(db, {
      tin,
      name,
      address: 'Slobode 3',
      town: 'Podgorica',
      isInVat,
      vatNumber: null,
      bankAccount: null,
      environment: 'live',
      pricesIncludeVat: false,
      offlineIssuing: true,
      ...company,
    });
    // The contract's own tests must never meet the limits that protect the service from clients.
    await service.query(
      'update company set writes_per_minute = 1000000, reads_per_minute = 1000000 where id = $1',
      [companyId],
    );
    if (status) await updateSeededCompany(db, companyId, { status });
    const owner = { companyId, tin, name, isInVat, seal };
    const test = await openTill(service, db, owner, 'test');
    const live = await openTill(service, db, owner, 'live');
    const tcrCodes = { test: test.tcrCode, live: live.tcrCode };
    return { companyId, tin, tcrCodes, test: test.caller, live: live.caller };
  });
}

interface Taxpayer {
  tin: string;
  name: string;
  seal: Identity;
}

interface Owner extends Taxpayer {
  companyId: string;
  isInVat: boolean;
}

const taxpayers = new WeakMap<RunningService, Map<boolean, Taxpayer>>();

/** Making a key pair is the slow part: the shops of one file are those of one taxpayer. */
function taxpayerOf(service: RunningService, isInVat: boolean): Taxpayer {
  const known = taxpayers.get(service) ?? new Map<boolean, Taxpayer>();
  taxpayers.set(service, known);
  const tin = `0${randomInt(1_000_000, 10_000_000)}`;
  const name = 'Radnja d.o.o.';
  const taxpayer = known.get(isInVat) ?? {
    tin,
    name,
    seal: issueTaxpayer(service.stack.pki.authority, tin, name),
  };
  known.set(isInVat, taxpayer);
  return taxpayer;
}

async function openTill(
  service: RunningService,
  db: Database,
  owner: Owner,
  environment: Environment,
): Promise<{ tcrCode: string; caller: Caller }> {
  const { companyId, tin, name, isInVat, seal } = owner;
  const codes = {
    tcrCode: randomCode(),
    businessUnitCode: randomCode(),
    softwareCode: randomCode(),
    operatorCode: randomCode(),
    maintainerCode: randomCode(),
  };
  const till = { name: 'Kasa 1', internalId: '1', type: 'REGULAR', isDefault: true } as const;
  await seedCashRegister(db, { companyId, environment, ...till, ...codes });
  const certificate = new X509Certificate(seal.certificatePem);
  await storeCertificate(db, service.stack.demo.vault.recipient, {
    companyId,
    environment,
    tin,
    subject: certificate.subject,
    issuer: certificate.issuer,
    serialNumber: certificate.serialNumber,
    fingerprintSha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    notBefore: certificate.validFromDate,
    notAfter: certificate.validToDate,
    certificateDer: certificate.raw,
    privateKeyDer: createPrivateKey(seal.privateKeyPem).export({ type: 'pkcs8', format: 'der' }),
  });
  await service.control('POST', '/registry', {
    taxpayers: [{ tin, name, isInVat }],
    businessUnits: [{ code: codes.businessUnitCode, tin }],
    softwareCodes: [{ code: codes.softwareCode }],
    maintainers: [{ code: codes.maintainerCode }],
    operators: [{ code: codes.operatorCode, tin }],
    tcrs: [
      {
        code: codes.tcrCode,
        tin,
        businessUnitCode: codes.businessUnitCode,
        internalId: till.internalId,
        softwareCode: codes.softwareCode,
        maintainerCode: codes.maintainerCode,
      },
    ],
  });
  const owned = { companyId, environment, name: 'Kasa 1', cashRegisterId: null, expiresAt: null };
  const { key } = await seedApiKey(db, owned);
  return { tcrCode: codes.tcrCode, caller: callerOf(service, key) };
}

/** Opens the service's database for a moment. */
export async function withDatabase<T>(
  service: RunningService,
  use: (db: Database) => Promise<T>,
): Promise<T> {
  const db = openDatabase({
    url: service.stack.databaseUrl,
    maxConnections: 2,
    applicationName: 'contract-tests',
    onError: () => undefined,
  });
  try {
    return await use(db);
  } finally {
    await db.close();
  }
}
