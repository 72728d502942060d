import { tmpdir } from 'node:os';
import { BrowserPool } from './chrome/browser-pool.ts';
import type { BrowserPoolSettings } from './chrome/browser-pool.ts';
import type { InvoiceDocument } from './document/document-model.ts';
import { printJob, shellHtml } from './document/template.ts';

export type PdfRendererSettings = Omit<BrowserPoolSettings, 'shell' | 'temporaryFolder'> & {
  /** For Chrome's profile; default the system's own. */
  temporaryFolder?: string;
};

export type PdfRenderer = ReturnType<typeof createPdfRenderer>;

/** Prints invoices as PDF; Chrome is started by `start` or by the first `render`. */
export function createPdfRenderer(settings: PdfRendererSettings) {
  const pool = new BrowserPool({ temporaryFolder: tmpdir(), ...settings, shell: shellHtml() });
  return {
    /** Starts Chrome beforehand, so that the first invoice is as fast as the others. */
    start: () => pool.start(),
    /** The PDF of one invoice. Data that is no invoice's rejects, too. @throws PdfError */
    render: async (document: InvoiceDocument) => await pool.print(printJob(document)),
    /** Ends Chrome; a print under way ends with `PDF_RENDERER_CLOSED`. */
    close: () => pool.close(),
  };
}
