// deploy/Dockerfile as text, by its stages.

import { readFileSync } from 'node:fs';

/** One text each, in their order. */
export const stages: readonly string[] = readFileSync(
  new URL('../../../deploy/Dockerfile', import.meta.url),
  'utf8',
).split(/^FROM /m);

/**
 * The instructions of a stage and, after them, of those that it is made from; empty where there is
 * none.
 */
export function stageOf(name: string): string {
  const stage = stages.find((text) => text.split('\n', 1)[0]?.endsWith(` AS ${name}`)) ?? '';
  return stage === '' ? '' : stage + stageOf(stage.split(' ', 1)[0] ?? '');
}
