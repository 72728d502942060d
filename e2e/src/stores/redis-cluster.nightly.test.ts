// Redis as a cluster: the primary that has the queues is killed while sales are made. Nothing is
// lost, and wake-ups and announcements go over its successor afterwards.

import { eventually } from '@fiscal/testbed';
import { expect } from '@jest/globals';
import { startClusteredRedis } from './clustered-redis.ts';
import { testWith } from '../processes/external-programs.ts';
import { sellThrough } from './redis-servers.ts';
import { openService } from '../service/running-service.ts';

const PREFIX = 'clustered';

for (const transport of ['TCP', 'TLS'] as const) {
  testWith('redis-server')(
    `a cluster carries wake-ups and announcements, also when one of its primaries dies, over ${transport}`,
    async () => {
      const cluster = await startClusteredRedis(`{${PREFIX}}`, transport);
      const service = await openService({
        redisUrl: cluster.url,
        ...(cluster.tlsCa !== undefined && { redisTlsCa: cluster.tlsCa }),
        isWithoutRedis: false,
        environment: { ...cluster.environment, QUEUE_PREFIX: PREFIX },
      });
      try {
        await sellThrough(service, () => cluster.failOver());

        const announced: string[] = [];
        const listener = cluster.replica.duplicate();
        listener.on('message', (_channel, text: string) => announced.push(text));
        await listener.subscribe(`${PREFIX}:changes`);
        const sellOne = async () => String((await service.fiscalized()).id);
        await eventually(sellOne, (id) => announced.some((text) => text.includes(`${id} `)));
        listener.disconnect();
        // A wake-up that is taken leaves what BullMQ knows of its queue.
        await cluster.replica.del(await cluster.replica.keys(`{${PREFIX}}:fiscalization:*`));
        await eventually(
          () =>
            service.fiscalized().then(() => cluster.replica.keys(`{${PREFIX}}:fiscalization:*`)),
          (keys) => keys.length > 0,
        );
        const summary = await service.summary();
        expect(summary).toMatchObject({ doubledIics: [], messagesWithFindings: 0 });
      } finally {
        await service.close();
        await cluster.close();
      }
    },
  );
}
