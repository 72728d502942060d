// GET /openapi.json and GET /docs: for everybody, without a key. The document and the page are put
// together when they are asked for, never at start.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { Router } from 'express';
import type { RequestHandler } from 'express';
import { constantResponse } from '../http/response/constant-response.ts';
import { PAGE, SCRIPT, STYLE } from './page.ts';

/** Only our own files, nothing inline; `data:` because Swagger UI's style draws its icons so. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The files of Swagger UI's package that the page loads. */
const SWAGGER_UI_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];
const CACHE_S = 3_600;

/** The OpenAPI document of `/api`, or that of `/admin`. */
export function openApiResponse(part: 'public' | 'panel'): RequestHandler {
  return constantResponse('json', async () => {
    const { openApiDocument, partOf } = await import('./document.ts');
    return JSON.stringify(partOf(openApiDocument(), part));
  });
}

/** Mounted at the root. */
export function docsRoutes(): Router {
  const router = Router();
  const documents = {
    '/openapi.json': openApiResponse('public'),
    '/docs': constantResponse('html', () => Promise.resolve(PAGE)),
    '/docs/page.js': constantResponse('js', () => Promise.resolve(SCRIPT)),
    '/docs/page.css': constantResponse('css', () => Promise.resolve(STYLE)),
  };
  router.get('/docs', (_request, response, next) => {
    response.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    next();
  });
  for (const [path, respond] of Object.entries(documents)) router.get(path, respond);
  const { resolve } = createRequire(import.meta.url);
  for (const name of SWAGGER_UI_FILES) {
    const respond = constantResponse(extname(name), () =>
      readFile(resolve(`swagger-ui-dist/${name}`)),
    );
    router.get(`/docs/swagger-ui/${name}`, (request, response, next) => {
      response.set('Cache-Control', `public, max-age=${CACHE_S}`);
      return respond(request, response, next);
    });
  }
  return router;
}
