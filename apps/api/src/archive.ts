// `node apps/api/dist/archive.js`: the sealed archive, where Node is new enough for its modules.

import { requireNode } from '@fiscal/runtime/node-version';

requireNode('The archive');
await import('./archive/run-archive.ts');
