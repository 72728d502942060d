// A database of one test file, as each of those that connect to it: what the product does runs with
// the rights that its process has, so that a privilege that is missing fails a test.

import { createTestDatabase } from '@fiscal/testbed';
import { afterAll, beforeAll } from '@jest/globals';
import { openDatabase } from '../connection/client.ts';
import type { Database, DatabaseOptions } from '../connection/client.ts';

export interface OpenTestDatabase {
  /** May do everything: for what a test arranges and looks at. */
  owner: Database;
  /** With the rights of the API. */
  api: Database;
  /** With the rights of a worker. */
  worker: Database;
  /** `postgresql://…` of the logins of API and worker. */
  apiUrl: string;
  workerUrl: string;
  /** `postgresql://…` of the owner. */
  url: string;
  close: () => Promise<void>;
}

/** @param options of each of the three; four connections if it does not say. */
export async function openTestDatabase(
  options: Partial<DatabaseOptions> = {},
): Promise<OpenTestDatabase> {
  const { url, apiUrl, workerUrl, drop } = await createTestDatabase();
  const open = (own: string) =>
    openDatabase({
      url: own,
      maxConnections: 4,
      applicationName: 'test',
      onError: (error) => {
        throw error;
      },
      ...options,
    });
  const databases = { owner: open(url), api: open(apiUrl), worker: open(workerUrl) };
  return {
    ...databases,
    apiUrl,
    workerUrl,
    url,
    close: async () => {
      await Promise.all(Object.values(databases).map((database) => database.close()));
      await drop();
    },
  };
}

/** The database of a whole test file: open before its first test, dropped after its last one. */
export function useTestDatabase(options: Partial<DatabaseOptions> = {}): OpenTestDatabase {
  const database = {} as OpenTestDatabase;
  beforeAll(async () => {
    Object.assign(database, await openTestDatabase(options));
  });
  afterAll(() => database.close());
  return database;
}
