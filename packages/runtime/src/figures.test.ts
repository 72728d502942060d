import { expect, test } from '@jest/globals';
import { addFigure, showPool } from './figures.ts';
import type { FigureValue } from './figures.ts';
import { createMetrics } from './metrics.ts';

const registry = createMetrics('api');
const linesOf = async (name: string) =>
  (await registry.metrics()).split('\n').filter((line) => line.startsWith(`${name}{`));

test('a figure has the values of the moment, and none where it cannot be had', async () => {
  let values: FigureValue[] = [{ code: 'A', value: 2 }];
  const read = () => Promise.resolve(values);
  addFigure(registry, { name: 'failed', help: '…', labels: ['code'], values: read });
  expect(await linesOf('failed')).toEqual(['failed{code="A",process="api"} 2']);
  values = [{ code: 'B', value: 1 }];
  expect(await linesOf('failed')).toEqual(['failed{code="B",process="api"} 1']);
  values = [];
  expect(await linesOf('failed')).toEqual([]);
});

test('a pool shows what is open, what is idle, and what waits', async () => {
  showPool(registry, () => ({ total: 3, idle: 1, waiting: 2 }));
  expect(await linesOf('fiscal_database_pool')).toEqual([
    'fiscal_database_pool{state="total",process="api"} 3',
    'fiscal_database_pool{state="idle",process="api"} 1',
    'fiscal_database_pool{state="waiting",process="api"} 2',
  ]);
});
