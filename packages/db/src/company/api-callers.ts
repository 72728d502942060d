// The form of an API key, and who calls with one. It is shown once and stored as a hash (decisions §1).

import { createHash, randomInt } from 'node:crypto';
import type { Environment, Seller } from '@fiscal/domain';
import { run } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { SELLER } from './seller.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const KEY_FORM = /^key_(test|live)_([0-9A-Za-z]{32,})([0-9A-Za-z]{6})$/;
/** Marker and four characters: enough to recognise a key in a list, useless to guess it. */
const PREFIX_LENGTH = 'key_test_'.length + 4;

/** A new key with its environment's marker (Spec, Authentication 2). */
export function generateApiKey(environment: Environment): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(62)]).join('');
  return `key_${environment}_${random}${checksumOf(random)}`;
}

/** Whether the text can be a key at all: a mistyped one is refused without asking the database. */
export function isWellFormedApiKey(key: string): boolean {
  const parts = KEY_FORM.exec(key);
  return parts?.[2] !== undefined && checksumOf(parts[2]) === parts[3];
}

/** What is stored and looked up: SHA-256; the key has far too much entropy to be guessed from it. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function checksumOf(random: string): string {
  let rest = createHash('sha256').update(random).digest().readUIntBE(0, 6);
  let text = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    text += BASE62[rest % 62] ?? '';
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** What is stored of a key: enough to recognise it and to find it, nothing that opens anything. */
export function storedKey(key: string) {
  return { prefix: key.slice(0, PREFIX_LENGTH), hash: Uint8Array.from(hashApiKey(key)) };
}

/** What an authenticated call may do, for whom, and on which cash register. */
export interface ApiCaller {
  apiKeyId: string;
  environment: Environment;
  expiresAt: Date | null;
  company: {
    id: string;
    status: 'active' | 'paused';
    environment: Environment;
    /** What its invoices say of it. */
    seller: Seller;
    pricesIncludeVat: boolean;
    writesPerMinute: number | null;
    readsPerMinute: number | null;
  };
  /** null if the environment has no cash register yet. */
  cashRegisterId: string | null;
}

const FIND_CALLER = {
  name: 'find_api_caller',
  text: `
    select k.id, k.environment, k.expires_at, c.id as company_id, c.status,
           c.environment as company_environment, ${SELLER} as seller, c.prices_include_vat,
           c.writes_per_minute, c.reads_per_minute,
           coalesce(k.cash_register_id, r.id) as cash_register_id
    from api_key k
    join company c on c.id = k.company_id
    left join cash_register r
      on r.company_id = k.company_id and r.environment = k.environment and r.is_default
    where k.hash = $1 and k.revoked_at is null`,
};

interface CallerRow {
  id: string;
  environment: Environment;
  expires_at: Date | null;
  company_id: string;
  status: 'active' | 'paused';
  company_environment: Environment;
  seller: Seller;
  prices_include_vat: boolean;
  writes_per_minute: number | null;
  reads_per_minute: number | null;
  cash_register_id: string | null;
}

/** The caller behind a key; null for an unknown or revoked one. Expiry is for the caller to check. */
export async function findApiCaller(db: Database, key: string): Promise<ApiCaller | null> {
  const [row] = await run<CallerRow>(db.pool, FIND_CALLER, [hashApiKey(key)]);
  if (!row) return null;
  return {
    apiKeyId: row.id,
    environment: row.environment,
    expiresAt: row.expires_at,
    company: {
      id: row.company_id,
      status: row.status,
      environment: row.company_environment,
      seller: row.seller,
      pricesIncludeVat: row.prices_include_vat,
      writesPerMinute: row.writes_per_minute,
      readsPerMinute: row.reads_per_minute,
    },
    cashRegisterId: row.cash_register_id,
  };
}

const TOUCH = {
  name: 'touch_api_keys',
  text: 'update api_key set last_used_at = now() where id = any($1::uuid[])',
};

/** Notes that the keys were used; called now and then, never for each request. */
export async function touchApiKeys(db: Database, ids: string[]): Promise<void> {
  if (ids.length > 0) await run(db.pool, TOUCH, [ids]);
}
