// `node packages/db/dist/command.js`: the commands of the database, where Node is new enough for
// them.

import { requireNode } from '@fiscal/runtime/node-version';

requireNode('The command of the database');
await import('./run-command.ts');
