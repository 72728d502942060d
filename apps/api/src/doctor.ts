// `node apps/api/dist/doctor.js`: the checks of the API, where Node is new enough for its modules.

import { requireNode } from '@fiscal/runtime/node-version';

requireNode('The doctor of the API');
await import('./run-doctor.ts');
