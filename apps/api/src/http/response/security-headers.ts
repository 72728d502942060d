// What browsers may do with a response. Data is nothing that a browser has to do anything with: an
// response that is opened as a page loads nothing and stands in no frame. Pages bring their own
// policy (panel, docs).

import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';

/** Of data, and of whatever says nothing else. */
const HEADERS = [
  [
    'Content-Security-Policy',
    "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  ],
  ['Referrer-Policy', 'no-referrer'],
  ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
] as const;

/** To come before everything that responds. */
export const securityHeaders: RequestHandler = (_request, response, next) => {
  for (const [name, value] of HEADERS) response.setHeader(name, value);
  next();
};

/** What pages say beside that; their policies are their own. */
export function pageHeaders(): RequestHandler {
  return helmet({ contentSecurityPolicy: false, xFrameOptions: { action: 'deny' } });
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
