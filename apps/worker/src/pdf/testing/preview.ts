// Prints every sample into a folder, to be looked at after a change of the looks:
//   node apps/worker/src/pdf/testing/preview.ts <path of Chrome> <folder>

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAPERS } from '@fiscal/domain';
import { createPdfRenderer } from '../render-pdf.ts';
import { SAMPLES } from './sample-documents.ts';
import { REPORT_SAMPLES } from './sample-reports.ts';

const [executablePath, folder] = process.argv.slice(2);
if (executablePath === undefined || folder === undefined) {
  throw new Error('Usage: node preview.ts <path of Chrome> <folder>');
}

const say = (fields: object, message: string): void => {
  process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
};
const renderer = createPdfRenderer({
  executablePath,
  maxPages: 1,
  timeoutMs: 20_000,
  sandbox: 'if-possible',
  logger: { info: say, warn: say, error: say },
});
mkdirSync(folder, { recursive: true });
const reports = Object.entries(REPORT_SAMPLES).map(
  ([name, make]) => [`report-${name}`, make] as const,
);
for (const [name, make] of [...Object.entries(SAMPLES), ...reports]) {
  for (const paper of PAPERS) {
    const started = performance.now();
    const document = { ...make(), paper };
    const pdf = await renderer.render('report' in document ? JSON.stringify(document) : document);
    writeFileSync(join(folder, `${name}-${paper}.pdf`), pdf);
    const took = (performance.now() - started).toFixed(0);
    process.stdout.write(`${name} on ${paper}: ${pdf.length} bytes in ${took} ms\n`);
  }
}
await renderer.close();
