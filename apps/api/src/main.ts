// `node apps/api/dist/main.js`: the API process, where Node is new enough for its modules.

import { requireNode } from '@fiscal/runtime/node-version';

requireNode('The API');
await import('./api-process.ts');
