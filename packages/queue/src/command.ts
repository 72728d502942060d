// The command line of the queue: makes its tables in PostgreSQL, once per release, after the migrations
// of packages/db. An installation with Redis does not need it.

import { ownerUrl } from './env.ts';
import { prepareQueueTables } from './prepare-tables.ts';

try {
  await prepareQueueTables(ownerUrl());
  process.stdout.write('The tables of the queue are up to date.\n');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
