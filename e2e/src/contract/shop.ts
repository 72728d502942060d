// A shop as the contract tests need it: a company of its own with a cash register, a certificate
// and a key for each environment, known to the authority, and the calls it makes.

import { afterAll } from '@jest/globals';
import type { Environment } from '@fiscal/domain';
import {
  addCompany,
  issueTaxpayer,
  oncePerProcess,
  randomTin,
  sharedKeyPair,
} from '@fiscal/testbed';
import type { CompanyFields, Identity, SeededCompany, SeededRegister } from '@fiscal/testbed';
import { callerOf } from '../service/caller.ts';
import type { Caller } from '../service/caller.ts';
import type { RunningService } from '../service/running-service.ts';

/** A company and its callers. */
export interface Shop {
  companyId: string;
  tin: string;
  /** TCR codes by environment. */
  tcrCodes: Record<Environment, string>;
  test: Caller;
  live: Caller;
}

/** A new company of both environments, known to the authority. */
export async function openShop(
  service: RunningService,
  change: CompanyFields & { status?: 'active' | 'paused' } = {},
): Promise<Shop> {
  const { status, ...company } = change;
  const { tin, seal } = taxpayerOf(service, company.isInVat ?? true);
  const { id: companyId, cashRegisters } = await addCompany(service.stack, {
    name: NAME,
    tin,
    seal,
    cashRegisters: 1,
    environments: ['test', 'live'],
    ...company,
  });
  // The contract's own tests must never meet the limits that protect the service from clients.
  await service.query(
    `update company set writes_per_minute = 1000000, reads_per_minute = 1000000,
            status = coalesce($2::company_status, status) where id = $1`,
    [companyId, status ?? null],
  );
  const [test, live] = cashRegisters as [SeededRegister, SeededRegister];
  return {
    companyId,
    tin,
    tcrCodes: { test: test.tcrCode, live: live.tcrCode },
    test: callerOf(service, test.apiKey),
    live: callerOf(service, live.apiKey),
  };
}

/** The calls of a second test register of the shop, which another company's becomes. */
export async function addRegister(service: RunningService, shop: Shop): Promise<Caller> {
  const { companyId, test } = await openShop(service);
  const moved = [shop.companyId, companyId];
  await service.query(
    `update cash_register set company_id = $1, is_default = false
     where company_id = $2 and environment = 'test'`,
    moved,
  );
  await service.query(
    `update api_key k set company_id = $1, cash_register_id = r.id
     from cash_register r
     where k.company_id = $2 and k.environment = 'test' and r.company_id = $1
       and r.environment = 'test' and not r.is_default`,
    moved,
  );
  return test;
}

/**
 * Starts one more API process beside that of the service, until the tests of the file are over;
 * files that share the service share this one, too.
 * @param own variables, beside those of the stack; who gives them has a process for itself.
 * @returns the calls of a key at it
 */
export async function startOtherApi(
  { stack, isShared }: RunningService,
  own?: Record<string, string>,
): Promise<(key: string) => Caller> {
  const start = () => stack.startBeside('api', own ?? {});
  const isKept = isShared && own === undefined;
  const other = isKept ? oncePerProcess('other API of the shared service', start) : start();
  const { url: apiUrl, process } = await other;
  if (isKept) process.release();
  else afterAll(() => process.stop());
  return (key) => callerOf({ stack: { apiUrl } }, key);
}

type Taxpayer = Pick<SeededCompany, 'tin'> & { seal: Identity };

const NAME = 'Radnja d.o.o.';
const taxpayers = new WeakMap<RunningService, Map<boolean, Taxpayer>>();

/** Making a key pair is the slow part: the shops of one file are those of one taxpayer. */
function taxpayerOf(service: RunningService, isInVat: boolean): Taxpayer {
  const known = taxpayers.get(service) ?? new Map<boolean, Taxpayer>();
  taxpayers.set(service, known);
  const tin = randomTin();
  const taxpayer = known.get(isInVat) ?? {
    tin,
    seal: issueTaxpayer(service.stack.pki.authority, tin, NAME, { keyPair: sharedKeyPair() }),
  };
  known.set(isInVat, taxpayer);
  return taxpayer;
}
