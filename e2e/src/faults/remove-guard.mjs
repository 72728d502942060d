// Loaded before a worker's own code (NODE_OPTIONS=--import): takes the guard named in FAULTS_BREAK out
// of the compiled sources while they are being loaded. A source that does not look as expected any
// more stops the worker: a guard that is still there must not pass for one that was removed.

import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/** Per guard and file: what stands there, and what takes its place. */
const CUTS = {
  // The message goes out before it is stored.
  'write-ahead': {
    '/apps/worker/dist/fiscalization/sign.js': [
      [
        'const submission = writeMessage(context, claimed, key, { ...signed, sendDateTime, mark });',
        `const submission = writeMessage(context, claimed, key, { ...signed, sendDateTime, mark });
         const authority = context.efi[claimed.invoice.environment];
         run = { ...run, early: await authority.registerInvoice(submission, claimed.invoice.companyId, run.budget) };
         context.crashPoint('sent');`,
      ],
    ],
    '/apps/worker/dist/fiscalization/send.js': [
      ['await authority.registerInvoice(', 'run.early ?? await authority.registerInvoice('],
    ],
  },
  // Whoever comes writes, however old his claim is.
  fencing: {
    '/packages/db/dist/fiscalization/outcomes.js': [
      ['and token = $10', 'and (token = $10 or true)'],
    ],
    '/packages/db/dist/number/numbering.js': [['w.token = $2', '(w.token = $2 or true)']],
    '/packages/db/dist/fiscalization/submissions.js': [['w.token = $2', '(w.token = $2 or true)']],
  },
  'receipt-check': {
    '/apps/worker/dist/fiscalization/check-receipt.js': [
      ['await context.efi[environment].checkReceipt(receipt, { signal })', "{ kind: 'not-found' }"],
    ],
  },
  look: {
    '/apps/worker/dist/lane.js': [['LOOK_EVERY_MS = 1_000', 'LOOK_EVERY_MS = 2_000_000_000']],
  },
};

if (isMainThread && process.env.FAULTS_BREAK) register(import.meta.url);

/** The loader's hook: the source of a module, without its guard. */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  const cuts = CUTS[process.env.FAULTS_BREAK];
  if (cuts === undefined) throw new Error(`there is no guard ${process.env.FAULTS_BREAK}`);
  const file = Object.keys(cuts).find((end) => url.endsWith(end));
  if (file === undefined) return loaded;
  const source = String(loaded.source);
  const cut = cuts[file].reduce((text, [guard, instead]) => {
    if (!text.includes(guard)) throw new Error(`${file} has no "${guard}" any more`);
    return text.replaceAll(guard, instead);
  }, source);
  return { ...loaded, source: cut };
}
