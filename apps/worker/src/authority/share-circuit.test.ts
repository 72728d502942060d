import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openDatabase } from '@fiscal/db/connection';
import type { Database } from '@fiscal/db/connection';
import { createLogger } from '@fiscal/runtime';
import { until } from '../../../../packages/queue/src/testing/wake-ups.ts';
import { useTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import { createCircuit } from './circuit.ts';
import type { Circuit } from './circuit.ts';
import { shareCircuit } from './share-circuit.ts';
import type { SharedCircuit } from './share-circuit.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const db = useTestDatabase();
let sharing: SharedCircuit[];
beforeEach(() => {
  sharing = [];
});
afterEach(async () => {
  for (const each of sharing) await each.close();
  await db.worker.pool.query('delete from authority_circuit; delete from authority_silence');
});
/** The circuit of another worker. */
async function worker(way: Database = db.worker): Promise<Circuit> {
  let shared: SharedCircuit | null = null;
  const circuit = createCircuit({
    askedProbes: 1,
    failuresToOpen: 3,
    // It never probes here.
    probeEveryMs: 3_600_000,
    now: () => performance.now(),
    random: () => 0.5,
    onChange: () => undefined,
    onOwnChange: () => shared?.soon(),
  });
  shared = await shareCircuit({ db: way, environment: 'live', circuit, logger, everyMs: 50 });
  sharing.push(shared);
  return circuit;
}

/** @returns whether it went out. */
function send(circuit: Circuit, company: string, observation: 'reply' | 'silence'): boolean {
  const permit = circuit.admit('live', company);
  permit?.(observation);
  return permit !== null;
}

function fallSilent(circuit: Circuit): void {
  for (const company of ['a', 'b', 'c']) send(circuit, company, 'silence');
}

const scopesOf = (circuit: Circuit) => circuit.openings().map(({ scope }) => scope);

describe('workers', () => {
  test('know what one of them has opened, a new one before its first message', async () => {
    const first = await worker();
    const second = await worker();
    fallSilent(first);
    await until('the second knows', () => second.openings().length === 1);
    const third = await worker();
    expect([scopesOf(second), scopesOf(third)]).toEqual([['authority'], ['authority']]);
    expect(send(third, 'd', 'reply')).toBe(false);
  });

  test('all close when one of them gets a reply', async () => {
    const first = await worker();
    const late = first.admit('live', 'a');
    const second = await worker();
    fallSilent(first);
    await until('the second knows', () => second.openings().length === 1);
    late?.('reply');
    await until('the second knows that', () => second.openings().length === 0);
    expect(send(second, 'd', 'reply')).toBe(true);
  });

  test('end one that no worker has open any more with their first reply, and not before', async () => {
    await db.worker.pool.query(
      `insert into authority_circuit (environment, scope, opened_at, seen_at)
       select 'live', scope, now() - interval '1 hour', now() - interval '1 minute'
       from unnest(array['authority', 'a', 'b']) scope`,
    );
    const left = async () =>
      (await db.worker.pool.query('select scope from authority_circuit order by scope')).rows.map(
        ({ scope }: { scope: string }) => scope,
      );
    const circuit = await worker();
    send(circuit, 'a', 'silence');
    await sharing[0]!.close();
    expect(await left()).toEqual(['a', 'authority', 'b']);
    const other = await worker();
    send(other, 'a', 'reply');
    await until('it is over', async () => (await left()).length === 1);
    expect(await left()).toEqual(['b']);
  });

  test('open a circuit together, on what each of them has seen once', async () => {
    const all = [await worker(), await worker(), await worker()];
    for (const each of all) expect(send(each, 'a', 'silence')).toBe(true);
    await until('all know', () => all.every((each) => each.openings().length === 1));
    expect(all.map(scopesOf)).toEqual([['a'], ['a'], ['a']]);
  });

  test('know whose messages alone get no reply, and keep back no others', async () => {
    const first = await worker();
    const second = await worker();
    for (let time = 0; time < 3; time += 1) send(first, 'a', 'silence');
    await until('the second knows', () => second.openings().length === 1);
    expect([send(second, 'a', 'reply'), send(second, 'b', 'reply')]).toEqual([false, true]);
  });

  test('one that gets a reply keeps the others from taking its authority for silent', async () => {
    const first = await worker();
    const second = await worker();
    send(second, 'd', 'reply');
    fallSilent(first);
    await until('it is closed again', () => first.openings().length === 0);
    expect(send(second, 'd', 'reply')).toBe(true);
  });

  test('one that cannot read what is shared goes by what it sees itself', async () => {
    const away = openDatabase({
      url: 'postgresql://127.0.0.1:1/none',
      maxConnections: 1,
      applicationName: 'test',
      onError: () => undefined,
    });
    const circuit = await worker(away);
    expect(send(circuit, 'a', 'reply')).toBe(true);
    for (let time = 0; time < 3; time += 1) fallSilent(circuit);
    expect(send(circuit, 'b', 'reply')).toBe(false);
    for (const each of sharing.splice(0)) await each.close();
    await away.close();
  });
});
