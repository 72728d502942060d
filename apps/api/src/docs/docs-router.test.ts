import { describe, expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { securityHeaders } from '../http/response/security-headers.ts';
import { openApiDocument } from '../openapi/document.ts';
import { docsRoutes } from './docs-router.ts';

// As in app.ts: the headers first, and nothing else before the docs.
const app = express().use(securityHeaders).use(docsRoutes());

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
    await request(app).get('/openapi.json').expect(200, openApiDocument());
    await request(app).get('/docs/swagger-ui/package.json').expect(404);
  });
});
