// Changes between processes, over a redis-server of this test's own.

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { publishChanges, subscribeToChanges } from './change-news.ts';
import type { ChangePublisher } from './change-news.ts';
import type { RedisStore } from './redis.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasRedisServer, privateRedis } from './testing/private-redis.ts';
import type { PrivateRedis } from './testing/private-redis.ts';
import { privateSentinel } from './testing/private-sentinel.ts';
import { until } from './testing/wake-ups.ts';

const withRedis = hasRedisServer ? describe : describe.skip;

withRedis('a change (needs redis-server: apt install redis-server)', () => {
  let redis: PrivateRedis;
  let store: RedisStore;
  let publisher: ChangePublisher;
  let news: string[];
  let listenings: number;
  let errors: Error[];
  let subscription: ReturnType<typeof subscribeToChanges>;
  beforeEach(async () => {
    redis = await privateRedis();
    await redis.start();
    store = { url: redis.url, prefix: 'test' };
    publisher = publishChanges(store);
    [news, listenings, errors] = [[], 0, []];
    const handlers = {
      onNews: (change: string, payload: string) => void news.push(`${change}: ${payload}`),
      onListening: () => void (listenings += 1),
    };
    subscription = subscribeToChanges(store, handlers, (error) => void errors.push(error));
    await until('it is listened to', () => listenings === 1);
  });
  afterEach(async () => {
    subscription.close();
    publisher.close();
    await redis.close();
  });
  const publish = (payload: string) =>
    publisher.publish([{ change: 'invoice_changed', payload }]).then(
      () => true,
      () => false,
    );

  test('is received as it was published, with those that came with it', async () => {
    await until('it is published', () => publish('1 2 test Pending'));
    await publisher.publish([
      { change: 'invoice_changed', payload: '3 4 live Failed' },
      { change: 'document_added', payload: '5' },
    ]);
    await until('all are received', () => news.length === 3);
    expect(news).toEqual([
      'invoice_changed: 1 2 test Pending',
      'invoice_changed: 3 4 live Failed',
      'document_added: 5',
    ]);
  });

  test.each([
    ['of a later release', 'invoice_changed 1 2 test Pending v2 {"more":1}'],
    ['of an unknown kind', 'certificate_changed 1'],
    ['without a payload', 'invoice_changed'],
    ['that is empty', ''],
    ['that is garbage', '\u0001\uFFFD💥'],
  ])('%s is passed on, and so is the next one', async (_, text) => {
    await redis.admin.publish('test:changes', text);
    await until('the next is received', async () => (await publish('next')) && news.length > 1);
    const [change, ...words] = text.split(' ');
    expect(news.slice(0, 2)).toEqual([`${change}: ${words.join(' ')}`, 'invoice_changed: next']);
    expect(errors).toEqual([]);
  });

  test('that Redis does not take is an error; subscribers are notified of its return', async () => {
    await redis.kill();
    await until('publishing fails', async () => !(await publish('1')));
    await until('its subscription has ended', () => !subscription.isListening());
    await redis.start();
    await until('it is listened to again', () => listenings === 2);
    expect(subscription.isListening()).toBe(true);
    await until(
      'it is published and received',
      async () => (await publish('2')) && news.length > 0,
    );
    expect(news.at(-1)).toBe('invoice_changed: 2');
  });

  test('is received again after a line was dropped without a reset', async () => {
    redis.freeze();
    const seen = listenings;
    await until('the line is given up', () =>
      errors.some((error) => error.message.includes('reply')),
    );
    redis.thaw();
    await until('it is listened to again', () => listenings > seen);
  });
});

withRedis('with a sentinel (needs redis-server: apt install redis-server)', () => {
  test('changes are received again after it and Redis have hung', async () => {
    const redis = await privateRedis();
    await redis.start();
    const sentinel = await privateSentinel(redis.port);
    const at = [{ host: '127.0.0.1', port: sentinel.port }];
    const store = { url: 'redis://any', prefix: 'test', sentinels: { at, name: 'fiscal' } };
    let received = 0;
    const handlers = { onNews: () => void (received += 1), onListening: () => undefined };
    const subscription = subscribeToChanges(store, handlers, () => undefined);
    const isReceived = async () => {
      await redis.admin.publish('test:changes', 'invoice_changed 1');
      return received > 0;
    };
    await until('changes are received', isReceived);
    redis.freeze();
    sentinel.freeze();
    // Until the line is closed and the way to the sentinel is tried.
    await until('it is not listened to', () => !subscription.isListening());
    await sleep(5_000);
    redis.thaw();
    sentinel.thaw();
    received = 0;
    await until('changes are received again', isReceived);
    subscription.close();
    await sentinel.close();
    await redis.close();
  });
});
