// GET /openapi.json and GET /docs: for everybody, without a key. The document and the page are put
// together when they are asked for, never at start.

import { createRequire } from 'node:module';
import compression from 'compression';
import { Router } from 'express';
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
const CACHE_MS = 3_600_000;

/** Mounted at the root. */
export function docsRoutes(): Router {
  const router = Router();
  router.use(['/openapi.json', '/docs'], compression());
  router.get('/openapi.json', async (_request, response) => {
    const { openApiDocument } = await import('../openapi/document.ts');
    response.json(openApiDocument());
  });
  router.get('/docs', (_request, response) => {
    response.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    response.type('html').send(PAGE);
  });
  router.get('/docs/page.js', (_request, response) => void response.type('js').send(SCRIPT));
  router.get('/docs/page.css', (_request, response) => void response.type('css').send(STYLE));
  const { resolve } = createRequire(import.meta.url);
  for (const name of SWAGGER_UI_FILES) {
    router.get(`/docs/swagger-ui/${name}`, (_request, response) => {
      response.sendFile(resolve(`swagger-ui-dist/${name}`), {
        maxAge: CACHE_MS,
        dotfiles: 'allow',
      });
    });
  }
  return router;
}
