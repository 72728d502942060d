import { afterEach, describe, expect, test } from '@jest/globals';
import type { Database } from '@fiscal/db/connection';
import type { Claim } from '@fiscal/db/work';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../../../packages/queue/src/testing/wake-ups.ts';
import { keepLeases, momentNow } from './leases.ts';
import type { Leases } from './leases.ts';

const LEASE_MS = 600;
const NO_DATABASE = {} as Database;
const claim = (subjectId: string): Claim => ({ subjectId, token: '1' });

let leases: Leases;
let asked: string[][];
let errors: Error[];
/** What PostgreSQL returns. */
let renewed: (claims: readonly Claim[]) => Promise<Claim[]>;
afterEach(() => leases.close());

function keep(): void {
  asked = [];
  errors = [];
  renewed = (claims) => Promise.resolve([...claims]);
  leases = keepLeases({
    db: NO_DATABASE,
    leaseMs: LEASE_MS,
    renew: (_db, claims) => {
      asked.push(claims.map(({ subjectId }) => subjectId));
      return renewed(claims);
    },
    onError: (error) => errors.push(error),
  });
}

describe('a lease', () => {
  test('is renewed for as long as its run lasts, and not afterwards', async () => {
    keep();
    const lease = leases.begin(claim('a'), momentNow());
    await until('it was renewed three times', () => asked.length >= 3);
    expect(asked.every((ids) => ids.join() === 'a')).toBe(true);
    lease.end();
    const { length } = asked;
    await sleep(2 * LEASE_MS);
    expect(asked.length).toBeLessThanOrEqual(length + 1);
  });

  test('is not held any more once somebody else has taken the document', async () => {
    keep();
    renewed = (claims) => Promise.resolve(claims.filter(({ subjectId }) => subjectId === 'kept'));
    const kept = leases.begin(claim('kept'), momentNow());
    const lost = leases.begin(claim('lost'), momentNow());
    await until('one is lost', () => !lost.isHeld());
    await until('the other is kept', () => kept.isHeld());
    expect(lost.isHeld()).toBe(false);
  });

  test('that PostgreSQL does not renew runs out, which is logged', async () => {
    keep();
    renewed = () => Promise.reject(new Error('away'));
    const lease = leases.begin(claim('a'), momentNow());
    await until('it has run out', () => !lease.isHeld());
    expect(errors[0]?.message).toBe('away');
  });

  test('whose claim took longer than it lasts was never held', () => {
    keep();
    const askedAt = { wall: Date.now() - LEASE_MS, monotonic: performance.now() };
    expect(leases.begin(claim('a'), askedAt).isHeld()).toBe(false);
  });
});
