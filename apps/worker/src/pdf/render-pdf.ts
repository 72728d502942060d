import { tmpdir } from 'node:os';
import { BrowserPool } from './browser-pool.ts';
import type { InvoiceDocument } from './document-model.ts';
import type { PdfLogger } from './pdf-error.ts';
import { printJob, shellHtml } from './template.ts';

export interface PdfRendererSettings {
  executablePath: string;
  /** Documents printed at the same time; default 2, about 50 invoices a second on two cores. */
  maxPages?: number;
  /** For one document, after which its page is killed; default 15 s. */
  timeoutMs?: number;
  /** Default `required`: without a sandbox nothing is printed. */
  sandbox?: 'required' | 'if-possible';
  logger: PdfLogger;
  /** Added after the pool's own arguments. */
  launchArgs?: readonly string[];
  /**
   * All that Chrome sees of the environment. The binary from the npm package needs the
   * `LD_LIBRARY_PATH` and `FONTCONFIG_PATH` that its package sets.
   */
  browserEnvironment?: Readonly<Record<string, string>>;
  /** For Chrome's profile; default the system's own. */
  temporaryFolder?: string;
  /** A page is replaced after so many documents; default 200. */
  documentsPerPage?: number;
  /** Chrome is replaced once its processes hold more than this; default 768 MiB, Linux only. */
  maxBrowserBytes?: number;
}

export interface PdfRenderer {
  /** Starts Chrome beforehand, so that the first invoice is as fast as the others. */
  start(): Promise<{ isSandboxed: boolean }>;
  /** The PDF of one invoice. Throws `PdfError`. */
  render(document: InvoiceDocument): Promise<Uint8Array>;
  /** Ends Chrome; a print under way ends with `PDF_RENDERER_CLOSED`. */
  close(): Promise<void>;
}

/** Makes the printer; Chrome is started by `start` or by the first `render`. */
export function createPdfRenderer(settings: PdfRendererSettings): PdfRenderer {
  const pool = new BrowserPool({
    executablePath: settings.executablePath,
    maxPages: settings.maxPages ?? 2,
    timeoutMs: settings.timeoutMs ?? 15_000,
    sandbox: settings.sandbox ?? 'required',
    logger: settings.logger,
    launchArgs: settings.launchArgs ?? [],
    environment: settings.browserEnvironment ?? {},
    temporaryFolder: settings.temporaryFolder ?? tmpdir(),
    documentsPerPage: settings.documentsPerPage ?? 200,
    maxBrowserBytes: settings.maxBrowserBytes ?? 805_306_368,
    shell: shellHtml(),
  });
  return {
    start: () => pool.start(),
    // Async, so that data that is no invoice's rejects like everything else that goes wrong.
    render: async (document) => await pool.print(printJob(document)),
    close: () => pool.close(),
  };
}
