// Loaded before a worker's own code (NODE_OPTIONS=--import): takes the guard named in FAULTS_BREAK out
// of the compiled sources while they are being loaded. A source that does not look as expected any
// more stops the worker: a guard that is still there must not pass for one that was removed.

import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/** Per guard and file: what stands there, and what takes its place. */
const CUTS = {
  // The message goes out inside the transaction that is still to store it.
  'write-ahead': {
    '/apps/worker/dist/prepare-invoice.js': [
      [
        'return { issued, issuedAt, issuer, submission };',
        `const authority = context.efi[claimed.invoice.environment];
         context.early.outcome = await authority.registerInvoice(submission, context.early.budget);
         context.crashPoint('sent');
         return { issued, issuedAt, issuer, submission };`,
      ],
    ],
    '/apps/worker/dist/fiscalize-invoice.js': [
      [
        'const prepared = await prepareInvoice(context, claimed, key, tcrCode);',
        `const early = { budget, outcome: null };
         const prepared = await prepareInvoice({ ...context, early }, claimed, key, tcrCode);`,
      ],
      [
        'silence ?? (await authority.registerInvoice(prepared.submission, budget))',
        'early.outcome',
      ],
    ],
  },
  // Whoever comes writes, however old his claim is.
  fencing: {
    '/packages/db/dist/settlement.js': [['claim_token = $10', '(claim_token = $10 or true)']],
    '/packages/db/dist/numbering.js': [['claim_token = $2', '(claim_token = $2 or true)']],
    '/packages/db/dist/submissions.js': [['i.claim_token = $2', '(i.claim_token = $2 or true)']],
  },
  'receipt-check': {
    '/apps/worker/dist/resend-invoice.js': [
      [
        'await context.efi[environment].checkReceipt(receipt, shareOf(context, budget))',
        "{ kind: 'not asked' }",
      ],
    ],
  },
  sweep: {
    '/apps/worker/dist/sweep.js': [
      ['const found = await sweep(db, producer);', 'const found = 0;'],
    ],
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
