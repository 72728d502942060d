import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import type { Express } from 'express';
import supertest from 'supertest';
import { panelFiles } from './static-files.ts';

const PAGE = '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><div id="root"></div>';

const BUILT = `export const words = '${'compressed by the build '.repeat(100)}';`;

const FOR_EVER = 'public, max-age=31536000, immutable';

let directory: string;
let app: Express;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'panel-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), PAGE);
  await writeFile(join(directory, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(directory, 'assets', 'index-4f2a.js'), 'export {};');
  await writeFile(join(directory, 'assets', 'large-51c9.js'), 'export {};\n'.repeat(1_000));
  await writeFile(join(directory, 'assets', 'built-77d0.js'), BUILT);
  await writeFile(join(directory, 'assets', 'built-77d0.js.br'), brotliCompressSync(BUILT));
  await writeFile(join(directory, 'assets', 'replaced-11aa.js.br'), 'gone when it is asked for');
  app = express().use('/admin', panelFiles(directory));
  await rm(join(directory, 'assets', 'replaced-11aa.js.br'));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
});

/** The client would unpack them. */
function rawBytes(response: unknown, done: (error: Error | null, body: null) => void): void {
  (response as Readable).resume().on('end', () => done(null, null));
}

const get = (path: string, takes = 'identity') =>
  supertest(app).get(path).set('Accept-Encoding', takes);

describe('the page', () => {
  test.each(['/admin', '/admin/', '/admin/companies/01a1fc55/invoices', '/admin/sign-in?next=%2F'])(
    'is the response to %s',
    async (path) => {
      const response = await get(path).expect(200);
      expect(response.type).toBe('text/html');
      expect(response.text).toContain('<div id="root">');
      expect(response.get('Cache-Control')).toBe('no-store');
    },
  );

  test('has a number of its own each time, which alone lets styles be', async () => {
    const numbers = new Set<string>();
    for (const path of ['/admin', '/admin/operations']) {
      const response = await get(path);
      const nonce = /content="([\w-]{22})"/.exec(response.text)?.[1] ?? '';
      const directives = response.get('Content-Security-Policy')?.split('; ');
      expect(directives).toContain(`style-src 'self' 'nonce-${nonce}'`);
      numbers.add(nonce);
    }
    expect(numbers.size).toBe(2);
  });

  test('never goes out with its placeholder', async () => {
    expect((await get('/admin/index.html')).text).not.toContain('__CSP_NONCE__');
  });

  test('that is not built says so', async () => {
    const unbuilt = express().use('/admin', panelFiles(join(directory, 'nowhere')));
    const response = await supertest(unbuilt).get('/admin/companies').expect(503);
    expect(response.text).toContain('npm run build');
  });
});

describe('a file of the page', () => {
  test('that carries a hash is kept for ever', async () => {
    const response = await get('/admin/assets/index-4f2a.js').expect(200);
    expect(response.get('Cache-Control')).toBe(FOR_EVER);
  });

  test('goes out compressed where the browser takes it', async () => {
    const large = '/admin/assets/large-51c9.js';
    expect((await get(large, 'br')).get('Content-Encoding')).toBe('br');
    expect((await get(large)).get('Content-Encoding')).toBeUndefined();
  });

  test.each(['br', 'gzip, deflate, br, zstd'])(
    'that the build has compressed goes out as it lies there, to a browser that takes %s',
    async (taken) => {
      const call = get('/admin/assets/built-77d0.js', taken).buffer(true).parse(rawBytes);
      expect((await call.expect(200)).headers).toMatchObject({
        'content-encoding': 'br',
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': FOR_EVER,
        vary: expect.stringContaining('Accept-Encoding'),
        'content-length': String(brotliCompressSync(BUILT).length),
      });
    },
  );

  test.each(['identity', 'gzip', 'gzip, br;q=0'])(
    'that the build has compressed is readable for who takes %s',
    async (taken) => {
      const response = await get('/admin/assets/built-77d0.js', taken);
      expect(response.get('Content-Encoding')).not.toBe('br');
      expect(response.get('Vary')).toContain('Accept-Encoding');
      expect(response.text).toBe(BUILT);
    },
  );

  test('that a new build has taken away is not there, and does not say that it is compressed', async () => {
    const response = await get('/admin/assets/replaced-11aa.js', 'br').expect(404);
    expect(response.get('Content-Encoding')).toBeUndefined();
  });

  test('that carries none is asked for anew', async () => {
    expect((await get('/admin/icon.svg')).get('Cache-Control')).toBe('public, max-age=0');
  });

  test.each(['/admin/assets/gone-1234.js', '/admin/assets/..%2Findex.html', '/admin/.env'])(
    'that is not there is not the page: %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});
