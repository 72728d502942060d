// `node apps/worker/dist/doctor.js`: the checks of a worker, where Node is new enough for its
// modules.

import { requireNode } from '@fiscal/runtime/node-version';

requireNode('The doctor of a worker');
await import('./doctor/run-doctor.ts');
