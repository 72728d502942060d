// `node apps/archive/dist/main.js`: the sealed archive, where Node is new enough for its modules.

import { requireNode } from '@fiscal/runtime/node-version';

requireNode('The archive');
await import('./run-archive.ts');
