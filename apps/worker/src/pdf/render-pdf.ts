import { tmpdir } from 'node:os';
import type { PrintedReport } from '@fiscal/domain';
import { BrowserPool } from './chrome/browser-pool.ts';
import type { BrowserPoolSettings } from './chrome/browser-pool.ts';
import { printJob, shellHtml } from './document/template.ts';
import type { Printed } from './document/document-model.ts';

export type PdfRendererSettings = Omit<BrowserPoolSettings, 'shell' | 'temporaryFolder'> & {
  /** For Chrome's profile; default the system's own. */
  temporaryFolder?: string;
};

export type PdfRenderer = ReturnType<typeof createPdfRenderer>;

/** Prints invoices and reports as PDF; Chrome is started by `start` or by the first `render`. */
export function createPdfRenderer(settings: PdfRendererSettings) {
  const pool = new BrowserPool({ temporaryFolder: tmpdir(), ...settings, shell: shellHtml() });
  return {
    /** Starts Chrome beforehand, so that the first invoice is as fast as the others. */
    start: () => pool.start(),
    /** The PDF of one document. Data that is no document's rejects, too. @throws PdfError */
    render: async (document: Printed) => {
      const isReport = typeof document === 'string';
      return pool.print(printJob(isReport ? (JSON.parse(document) as PrintedReport) : document));
    },
    /** Ends Chrome; a print under way ends with `PDF_RENDERER_CLOSED`. */
    close: () => pool.close(),
  };
}
