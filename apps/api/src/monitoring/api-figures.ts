// The figures of an API process beside those of its calls, for Prometheus: what it stands on and
// holds open, and what PostgreSQL knows of the service.

import type { ChangeListener } from '@fiscal/db/change';
import type { Database } from '@fiscal/db/connection';
import { addFigure, showPool } from '@fiscal/runtime';
import type { Registry } from '@fiscal/runtime';
import { countEventStreams } from '../panel/live-view.ts';
import { showServiceFigures } from './service-figures.ts';

interface Shown {
  /** What this process serves, of API_ROLES. */
  roles: readonly string[];
  db: Database;
  changes: Pick<ChangeListener, 'listening'>;
  /** Gets what a reading of the service's figures failed with. */
  onError: (error: Error) => void;
}

/** Registers the figures of this process and, read from PostgreSQL, of the service. */
export function showApiFigures(registry: Registry, { roles, db, changes, onError }: Shown): void {
  showServiceFigures(registry, { db, onError });
  showPool(registry, () => db.poolUse());
  addFigure(registry, {
    name: 'fiscal_listening',
    help: '1 while changes are received over the carrier; without Redis it is absent.',
    labels: ['carrier'],
    values: () => {
      const { postgresql, others } = changes.listening();
      const carriers = [
        { carrier: 'postgresql', value: Number(postgresql) },
        { carrier: 'redis', value: Number(others) },
      ];
      return others === null ? carriers.slice(0, 1) : carriers;
    },
  });
  addFigure(registry, {
    name: 'fiscal_api_processes',
    help: '1 for each role that this process has: their sum is how many serve it.',
    labels: ['role'],
    values: () => roles.map((role) => ({ role, value: 1 })),
  });
  if (!roles.includes('panel')) return;
  addFigure(registry, {
    name: 'fiscal_panel_streams',
    help: 'Live views of the panel that are open.',
    values: () => [{ value: countEventStreams() }],
  });
}
