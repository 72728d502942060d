// What the worker and its print process say to each other. The process stands outside: whatever
// comes back is checked before it is believed.

import { MOST_PRINTED_BYTES } from '@fiscal/domain';
import { z } from 'zod';
import type { Printed } from './document/document-model.ts';
import { PDF_ERROR_CODES } from './pdf-error.ts';
import type { PdfRendererSettings } from './render-pdf.ts';

export type PrintProcessSettings = Omit<PdfRendererSettings, 'logger'> & { logLevel: string };

export type Order =
  | { kind: 'start'; settings: PrintProcessSettings }
  | { kind: 'print'; id: number; document: Printed }
  | { kind: 'close' };

const failure = { code: z.enum(PDF_ERROR_CODES), message: z.string().max(10_000) };

/** From the print process; the bytes of a PDF follow its `printed`. */
export const report = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('started'), isSandboxed: z.boolean() }),
  z.object({ kind: z.literal('not-started'), ...failure }),
  z.object({ kind: z.literal('printed'), id: z.number() }),
  z.object({ kind: z.literal('failed'), id: z.number(), ...failure }),
]);

export type Report = z.output<typeof report>;

/** The JSON of a report is a text in JSON, which may double it. */
export const MOST_ORDER_BYTES = 2 * MOST_PRINTED_BYTES;
/** A PDF of a thousand lines has 2 MB. */
export const MOST_PDF_BYTES = 64 * 1_048_576;
