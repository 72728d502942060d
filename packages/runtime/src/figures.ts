// Figures that are asked for when the metrics are read, not counted while something happens.

import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

/** `values` is asked at each reading of the metrics; a figure that cannot be had has none. */
export interface Figure {
  name: string;
  help: string;
  /** Of its values. */
  labels?: readonly string[];
  values: () => readonly FigureValue[] | Promise<readonly FigureValue[]>;
}

/** One value with its labels. */
export interface FigureValue extends Record<string, string | number> {
  value: number;
}

/** Registers a gauge. */
export function addFigure(registry: Registry, { name, help, labels = [], values }: Figure): void {
  new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      const read = await values();
      this.reset();
      for (const { value, ...ofValue } of read) this.set(ofValue, value);
    },
  });
}

/** Connections of a pool to PostgreSQL: open, idle among them, and statements that wait for one. */
type PoolUse = Record<'total' | 'idle' | 'waiting', number>;

/** `fiscal_database_pool`, by state. */
export function showPool(registry: Registry, poolUse: () => PoolUse): void {
  addFigure(registry, {
    name: 'fiscal_database_pool',
    help: 'Connections of this process to PostgreSQL (total, idle), and statements that wait for one.',
    labels: ['state'],
    values: () => {
      const { total, idle, waiting } = poolUse();
      const states = { total, idle, waiting };
      return Object.entries(states).map(([state, value]) => ({ state, value }));
    },
  });
}
