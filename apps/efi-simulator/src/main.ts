// `node apps/efi-simulator/dist/main.js`: the simulator, where Node is new enough for its modules.

import { requireNode } from '@fiscal/runtime/node-version';

requireNode('The simulator');
await import('./simulator-process.ts');
