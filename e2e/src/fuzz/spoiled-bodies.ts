// Bodies of the fuzz run: payloads with spoiled fields, spoiled JSON, wrong encodings and bombs.

import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Random } from '@fiscal/testbed/random';
import {
  NASTY_NAMES,
  NASTY_NUMBERS,
  NASTY_STRUCTURES,
  NASTY_TEXTS,
  nested,
  withRawTexts,
} from './nasty-values.ts';
import { withWrongField } from './optional-fields.ts';
import { request } from './raw-request.ts';
import type { FuzzInput, FuzzRequest } from './raw-request.ts';

const MANY_ZEROS = Buffer.alloc(40 * 1024 * 1024);
const BOMBS = {
  gzip: gzipSync(MANY_ZEROS),
  deflate: deflateSync(MANY_ZEROS),
  br: brotliCompressSync(MANY_ZEROS),
} as const;

/** A payload with fields of another type, size or name. */
export function payloadRequest(random: Random, { sound }: FuzzInput): FuzzRequest {
  const { key, payload } = sound();
  if (random.oneIn(12)) {
    const body = random.oneIn(5) ? {} : { cashAmount: nastyValue(random) };
    const path = '/api/cashdeposit/initial';
    return request('deposit', { key, path, body: withRawTexts(JSON.stringify(body)) });
  }
  const isWrongAlone = random.oneIn(3);
  const mutations = isWrongAlone ? 0 : random.below(5);
  let spoiled: unknown = isWrongAlone ? withWrongField(random, payload) : payload;
  for (let mutation = 0; mutation < mutations; mutation += 1) spoiled = mutate(random, spoiled);
  // A sound one in a single step waits for a worker that is not there.
  const isOneStep = mutations > 1 && random.oneIn(8);
  const path = isOneStep ? '/api/invoices/cash/create-and-print' : '/api/invoices/draft';
  return request('payload', { key, path, body: withRawTexts(JSON.stringify(spoiled)) });
}

/** Changes one place of a JSON value. */
function mutate(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.oneIn(6)) return nastyValue(random);
  if (Array.isArray(value)) {
    const index = random.below(value.length + 1);
    const copy = value.slice() as unknown[];
    if (random.oneIn(4)) copy.push(copy[index] ?? nastyValue(random));
    else copy[index] = mutate(random, copy[index]);
    return copy;
  }
  const copy = { ...value } as Record<string, unknown>;
  const name = random.pick(Object.keys(copy).concat('extra'));
  const dice = random.below(8);
  if (dice === 0) return without(copy, name);
  if (dice === 1) return withOwn(copy, random.pick(NASTY_NAMES), nastyValue(random));
  if (dice === 2) return withOwn(copy, '__proto__', { polluted: true, items: [], type: 'Invoice' });
  return withOwn(copy, name, mutate(random, copy[name]));
}

function without(value: Record<string, unknown>, name: string): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

/** As JSON.parse would do it: `__proto__` becomes a field like any other. */
function withOwn(value: object, name: string, field: unknown): object {
  const descriptor = { value: field, enumerable: true, configurable: true, writable: true };
  return Object.defineProperty<object>(value, name, descriptor);
}

function nastyValue(random: Random): unknown {
  const dice = random.below(5);
  if (dice === 0) return random.pick(NASTY_STRUCTURES);
  return dice < 3 ? random.pick(NASTY_NUMBERS) : random.pick(NASTY_TEXTS);
}

/** JSON that is spoiled as text: duplicate fields, broken ends, depth, other syntaxes. */
export function textRequest(random: Random, { sound }: FuzzInput): FuzzRequest {
  const { key, payload } = sound();
  const json = JSON.stringify(payload);
  const at = random.below(json.length);
  const body = random.pick<() => string | Buffer>([
    () => json.slice(0, at),
    () => json + json,
    () => `${json.slice(0, -1)},"type":"Corrective","type":"Invoice"}`,
    () => `{"items":[],"__proto__":{"type":"Invoice"},${json.slice(1)}`,
    () => `{"orderNumber":-5,"orderNumber":1e400,${json.slice(1)}`,
    () =>
      json.slice(0, at) +
      random.pick(['"', '{', ']', ',', '\\', '\\u12', '\u0000', '//']) +
      json.slice(at),
    () => nested('[', ']', 20_000),
    () => `${'{"items":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    () => nested('[', '', 200_000),
    () => `{"note":"${'n'.repeat(1_048_000)}"}`,
    () => `[${'0,'.repeat(200_000)}0]`,
    () => flipped(random, Buffer.from(json)),
    () => random.pick(['', ' ', '\n', 'null', '0', '""', 'NaN', '{}', '[]', "{'a':1}", '{a:1}']),
  ])();
  return request('text', { key, body });
}

function flipped(random: Random, bytes: Buffer): Buffer {
  for (let flips = 1 + random.below(4); flips > 0; flips -= 1) {
    bytes[random.below(bytes.length)] = random.below(256);
  }
  return bytes;
}

/** The right JSON in a wrong encoding, or under a wrong name of one. */
export function encodedRequest(random: Random, { sound }: FuzzInput): FuzzRequest {
  const { key, payload } = sound();
  const json = JSON.stringify({ ...payload, note: 'Šećer ć đ ß é' });
  const body = random.pick<() => Buffer>([
    () => Buffer.from(json.replaceAll(/[^\u0000-\u00ff]/g, '\u00e9'), 'latin1'),
    () => Buffer.from(json, 'utf16le'),
    () => Buffer.from(`\ufeff${json}`, 'utf16le'),
    () => Buffer.from(`\ufeff${json}`, 'utf16le').swap16(),
    () => Buffer.from(`\ufeff${json}`),
    () => Buffer.from(json),
    () => Buffer.concat([Buffer.from([0xff, 0xfe, 0x80]), Buffer.from(json)]),
  ])();
  const charset = random.pick([
    '',
    '; charset=utf-8',
    '; charset=utf-16',
    '; charset=utf-16le',
    '; charset=utf-32',
    '; charset=utf-7',
    '; charset=latin1',
    '; charset="; x"',
    ';;charset',
    '; charset=utf-8; charset=utf-16',
  ]);
  const type = random.pick([
    'application/json',
    'application/json',
    'APPLICATION/JSON',
    'application/problem+json',
    'text/json',
    'application/json,text/html',
  ]);
  return request('encoding', { key, body, headers: [`Content-Type: ${type}${charset}`] });
}

/** Bodies that say that they are compressed: rightly, wrongly, and as bombs. */
export function compressedRequest(random: Random, { sound }: FuzzInput): FuzzRequest {
  const { key, payload } = sound();
  const json = Buffer.from(JSON.stringify(payload));
  const encoding = random.pick(['gzip', 'deflate', 'br'] as const);
  const body = random.pick([
    BOMBS[encoding],
    BOMBS.gzip,
    gzipSync(json),
    gzipSync(json).subarray(0, 20),
    gzipSync(gzipSync(json)),
    json,
    Buffer.alloc(0),
  ]);
  const name = random.pick([encoding, encoding, 'gzip, gzip', 'identity', 'zstd', 'x-unknown', '']);
  const headers = ['Content-Type: application/json', `Content-Encoding: ${name}`];
  return request('compressed', { key, body, headers });
}
