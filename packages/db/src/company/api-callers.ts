// The form of an API key, and who calls with one. It is shown once and stored as a hash (decisions
// §1).

import { createHash, randomInt } from 'node:crypto';
import { operatorNameKey } from '@fiscal/domain';
import type { Environment, Seller } from '@fiscal/domain';
import { statement } from '../connection/statement.ts';
import type { Connected } from '../connection/statement.ts';
import type { Database } from '../connection/client.ts';
import type { Company } from '../generated/client.ts';
import { LAST_DAY } from './cash-registers.ts';
import type { RegisterEnd } from './cash-registers.ts';

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

/**
 * What is stored and looked up: SHA-256; the key has far too much entropy to be guessed from it.
 */
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

/** Who issues invoices, in which environment and on which cash register, whose end `lastDay` is. */
export interface IssuerOfInvoices extends RegisterEnd {
  /** Null for a person of the panel. */
  apiKeyId: string | null;
  environment: Environment;
  company: { seller: Seller } & Pick<
    Company,
    | ('id' | 'status' | 'environment' | 'pricesIncludeVat' | 'strictCorrectives')
    | ('originalsFromElsewhere' | 'operatorNames')
    | ('writesPerMinute' | 'readsPerMinute')
  >;
  /** null if the environment has no cash register yet. */
  cashRegisterId: string | null;
  /** The town of its business unit; null where none is entered. Extensions §4. */
  placeOfIssue: string | null;
  /** The active ones of the environment; null where they are more than MOST_OPERATORS. */
  operators: KnownOperator[] | null;
}

/** Whom a name selects. */
interface KnownOperator {
  /** domain's operatorNameKey of the name. */
  nameKey: string;
  code: string;
}

/** What an authenticated call may do, for whom, and on which cash register. */
export interface ApiCaller extends IssuerOfInvoices {
  apiKeyId: string;
  expiresAt: Date | null;
}

/** domain's Seller of the company `c` of a statement, as JSON. */
export const SELLER = `
  json_build_object('tin', c.tin, 'name', c.name, 'address', c.address, 'town', c.town,
    'country', c.country, 'isInVat', c.is_in_vat, 'vatNumber', c.vat_number,
    'bankAccount', c.bank_account)`;

const COMPANY = `
  json_build_object('id', c.id, 'status', c.status, 'environment', c.environment,
    'seller', ${SELLER}, 'pricesIncludeVat', c.prices_include_vat,
    'strictCorrectives', c.strict_correctives,
    'originalsFromElsewhere', c.originals_from_elsewhere, 'operatorNames', c.operator_names,
    'writesPerMinute', c.writes_per_minute, 'readsPerMinute', c.reads_per_minute)`;

/**
 * So many come with a caller, at the cost of no statement of a sale's own. Of a company with more,
 * each is looked up by its name.
 */
const MOST_OPERATORS = 100;
/** @param environment SQL. */
const operatorsOf = (environment: string) => `(
  select coalesce(json_agg(json_build_object('nameKey', name_key, 'code', code)), '[]')
  from (
    select name_key, code from fiscal_operator
    where company_id = c.id and environment = ${environment} and is_active
    limit ${MOST_OPERATORS + 1}
  ) known
  having count(*) <= ${MOST_OPERATORS}
) as operators`;

/** The place of the register `r`. */
const JOIN_UNIT = `left join business_unit u
     on u.company_id = r.company_id and u.environment = r.environment and u.code = r.business_unit_code`;

const findCaller = statement.maybe<{ hash: Buffer }, ApiCaller>(
  'find_api_caller',
  `select k.id as "apiKeyId", k.environment, k.expires_at as "expiresAt",
          ${COMPANY} as company,
          r.id as "cashRegisterId", ${LAST_DAY}::text as "lastDay", u.town as "placeOfIssue",
          ${operatorsOf('k.environment')}
   from api_key k
   join company c on c.id = k.company_id
   left join cash_register r on r.id = coalesce(k.cash_register_id, (
     select d.id from cash_register d
     where d.company_id = k.company_id and d.environment = k.environment and d.is_default))
   ${JOIN_UNIT}
   where k.hash = :hash and k.revoked_at is null`,
);

/**
 * The caller behind a key; null for an unknown or revoked one. Expiry is for the caller to check.
 */
export function findApiCaller(db: Database, key: string): Promise<ApiCaller | null> {
  return findCaller(db, { hash: hashApiKey(key) });
}

/** The company as it issues test invoices without a key; null if there is no such company. */
export const findTestIssuer = statement.maybe<{ companyId: string }, IssuerOfInvoices>(
  'find_test_issuer',
  `select null as "apiKeyId", 'test' as environment, ${COMPANY} as company,
          r.id as "cashRegisterId", ${LAST_DAY}::text as "lastDay", u.town as "placeOfIssue",
          ${operatorsOf(`'test'`)}
   from company c
   left join cash_register r
     on r.company_id = c.id and r.environment = 'test' and r.is_default
   ${JOIN_UNIT}
   where c.id = :companyId`,
);

const findCode = statement.maybe<
  { companyId: string; environment: Environment; nameKey: string },
  { code: string }
>(
  'find_operator_code',
  `select code from fiscal_operator
   where company_id = :companyId and environment = :environment and name_key = :nameKey and is_active`,
);

/** Whose operators they are; `operators` null where they do not come with the caller. */
export type EmployerOfOperators = Pick<IssuerOfInvoices, 'environment' | 'operators'> & {
  company: Pick<IssuerOfInvoices['company'], 'id'>;
};

/** The code of the active operator of the name; null if there is none. Extensions §3. */
export async function findOperatorCode(
  db: Connected,
  { company, environment, operators }: EmployerOfOperators,
  name: string,
): Promise<string | null> {
  const nameKey = operatorNameKey(name);
  const found =
    operators === null
      ? await findCode(db, { companyId: company.id, environment, nameKey })
      : operators.find((operator) => operator.nameKey === nameKey);
  return found?.code ?? null;
}

/** Notes that the keys were used; called now and then, never for each request. */
export const touchApiKeys = statement.run<{ ids: string[] }>(
  'touch_api_keys',
  'update api_key set last_used_at = now() where id = any(:ids::uuid[])',
);
