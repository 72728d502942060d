// What browsers are told about an answer. Data is nothing that a browser has to do anything with: an
// answer that is opened as a page loads nothing and stands in no frame. Pages bring their own policy
// (panel, docs).

import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';

/** To come before everything that answers. */
export function securityHeaders(): RequestHandler {
  const none = ["'none'"];
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: none, baseUri: none, formAction: none, frameAncestors: none },
    },
    xFrameOptions: { action: 'deny' },
  });
}

/** What the viewers of browsers need, which draw a PDF as a page of the same address. */
const PDF_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** For a PDF that the panel shows within its own page. */
export function allowPdfViewer(response: Response): void {
  response.set('Content-Security-Policy', PDF_POLICY);
  response.set('X-Frame-Options', 'SAMEORIGIN');
}
