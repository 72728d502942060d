// The pages of the panel: files that apps/admin builds. Only our own scripts run, and styles only
// with the number that was drawn for this very response.

import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import compression from 'compression';
import express, { Router } from 'express';
import type { RequestHandler, Response } from 'express';

const BUILT_PANEL = fileURLToPath(new URL('../../../admin/dist', import.meta.url));

/** The names of the built files change with their contents. */
const FOR_EVER = { immutable: true, maxAge: '1y' } as const;

/** What vite leaves in index.html where the number belongs. */
const PLACEHOLDER = '__CSP_NONCE__';

/** Addresses of pages: neither among the built files nor with the ending of one. */
const NO_FILE = /^(?!\/assets\/)(?!.*\.[A-Za-z\d]+$)/;

const NOT_BUILT = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>The panel is not built</title></head>
  <body>
    <h1>The panel is not built</h1>
    <p>Run <code>npm run build</code>, then load this page again.</p>
  </body>
</html>
`;

/** To be mounted under /admin. @param directory with index.html and assets/. */
export function panelFiles(directory = BUILT_PANEL): Router {
  const router = Router();
  router.use((request, response, next) => {
    // No page and no file has a slash in its name; written so, it would lead around the rules
    // below.
    if (/%2f|%5c/i.test(request.path)) {
      next('router');
      return;
    }
    response.set('Content-Security-Policy', contentSecurityPolicy());
    response.set('Referrer-Policy', 'no-referrer');
    response.set('X-Frame-Options', 'DENY');
    next();
  });
  router.use(compression());
  router.get('/assets/:name', compressedFiles(`${directory}/assets`));
  const asTheyAre = { ...FOR_EVER, index: false, redirect: false } as const;
  router.use('/assets', express.static(`${directory}/assets`, asTheyAre));
  // By its own name, too, the page goes out only with its number filled in.
  router.get('/index.html', (_request, response) => sendPage(response, directory));
  router.use(express.static(directory, { index: false, redirect: false }));
  router.get(NO_FILE, (_request, response) => sendPage(response, directory));
  return router;
}

/** Files that the build has compressed go out as they lie there, where the browser takes Brotli. */
function compressedFiles(folder: string): RequestHandler<{ name: string }> {
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  return (request, response, next) => {
    const { name } = request.params;
    if (!names.has(`${name}.br`)) {
      next();
      return;
    }
    response.vary('Accept-Encoding');
    if (request.acceptsEncodings('br') === false) {
      next();
      return;
    }
    response.type(name).set('Content-Encoding', 'br');
    response.sendFile(`${name}.br`, { root: folder, ...FOR_EVER }, (error) => {
      if (!error || response.headersSent) return;
      // It was there when this process started: a new build has taken it away.
      response.removeHeader('Content-Encoding');
      next();
    });
  };
}

/** Whatever the address, the page is the same: its own router reads it. */
async function sendPage(response: Response, directory: string): Promise<void> {
  response.set('Cache-Control', 'no-store');
  const page = await readPage(directory);
  if (page === null) {
    response.status(503).type('html').send(NOT_BUILT);
    return;
  }
  const nonce = randomBytes(16).toString('base64url');
  response.set('Content-Security-Policy', contentSecurityPolicy(nonce));
  response.type('html').send(page.replaceAll(PLACEHOLDER, nonce));
}

async function readPage(directory: string): Promise<string | null> {
  try {
    return await readFile(`${directory}/index.html`, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function contentSecurityPolicy(nonce?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    nonce === undefined ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    // The preview of a PDF.
    "frame-src 'self' blob:",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
  ].join('; ');
}
