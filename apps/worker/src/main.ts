// `node apps/worker/dist/main.js`: the worker process, where Node is new enough for its modules.

import { requireNode } from '@fiscal/runtime/node-version';

requireNode('The worker');
await import('./worker-process.ts');
