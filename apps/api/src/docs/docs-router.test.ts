import zlib from 'node:zlib';
import { describe, expect, jest, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { securityHeaders } from '../http/response/security-headers.ts';
import { openApiDocument, partOf } from './document.ts';
import { docsRoutes, openApiResponse } from './docs-router.ts';

// As in app.ts: the headers first, and nothing else before the docs.
const app = express()
  .use(securityHeaders)
  .use(docsRoutes())
  .get('/admin/openapi.json', openApiResponse('panel'));

describe('the docs page', () => {
  test('loads nothing from elsewhere, and every file that it names is there', async () => {
    const page = await request(app).get('/docs').expect(200).expect('Content-Type', /html/);
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(files).toHaveLength(5);
    for (const path of files) {
      expect(path).toMatch(/^\/docs\//);
      const file = await request(app).get(path).expect(200);
      expect(file.headers['content-type']).toMatch(/javascript|css|png/);
    }
  });

  test('allows no script and no style but its own files', async () => {
    const page = await request(app).get('/docs');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(page.text).not.toMatch(/<script(?! src)|<style| style=| on[a-z]+=/);
  });

  test('needs no key, and no other file of the package is served', async () => {
    const whole = openApiDocument();
    await request(app).get('/openapi.json').expect(200, partOf(whole, 'public'));
    await request(app).get('/admin/openapi.json').expect(200, partOf(whole, 'panel'));
    await request(app).get('/docs/swagger-ui/package.json').expect(404);
  });
});

describe('what is the same for everybody', () => {
  test.each(['/openapi.json', '/docs', '/docs/page.js', '/docs/swagger-ui/swagger-ui-bundle.js'])(
    '%s is made once: the same bytes, compressed as asked, and 304 to who has them',
    async (path) => {
      const stringify = jest.spyOn(JSON, 'stringify');
      const deflate = jest.spyOn(zlib, 'gzip');
      const plain = await request(app).get(path).set('Accept-Encoding', 'identity').expect(200);
      for (const coding of ['br', 'gzip']) {
        const packed = await request(app).get(path).set('Accept-Encoding', coding).expect(200);
        expect(packed.headers).toMatchObject({
          'content-encoding': coding,
          vary: 'Accept-Encoding',
        });
        expect(Number(packed.headers['content-length'])).toBeLessThan(
          Number(plain.headers['content-length']),
        );
        expect(packed.headers.etag).toBe(plain.headers.etag);
      }
      stringify.mockClear();
      deflate.mockClear();
      const tag = String(plain.headers.etag);
      await request(app).get(path).set('If-None-Match', tag).expect(304);
      await request(app).get(path).expect(200);
      expect(stringify).not.toHaveBeenCalled();
      expect(deflate).not.toHaveBeenCalled();
    },
  );
});
