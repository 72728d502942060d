// Redis with Sentinel: the primary is killed while sales are made. The rows are the truth, so
// nothing is lost while there is no Redis, and wake-ups and announcements go over the new primary
// afterwards.

import { eventually } from '@fiscal/testbed';
import { expect } from '@jest/globals';
import { testWith } from '../processes/external-programs.ts';
import { sellThrough } from './redis-servers.ts';
import { openService } from '../service/running-service.ts';
import { startSentinelRedis } from './sentinel-redis.ts';

const PREFIX = 'sentinel';

for (const transport of ['TCP', 'TLS'] as const) {
  testWith('redis-server')(
    `a primary that dies loses no sale, and its successor carries on, over ${transport}`,
    async () => {
      const redis = await startSentinelRedis(transport);
      const service = await openService({
        ...redis.primary,
        isWithoutRedis: false,
        environment: { ...redis.environment, QUEUE_PREFIX: PREFIX },
      });
      try {
        await sellThrough(service, () => redis.failOver());

        const announced: string[] = [];
        redis.replica.on('message', (_channel, text: string) => announced.push(text));
        await redis.replica.subscribe(`${PREFIX}:changes`);
        // Connections come back one after the other, within seconds.
        const sellOne = async () => String((await service.fiscalized()).id);
        await eventually(sellOne, (id) => announced.some((text) => text.includes(`${id} `)));
        const aside = redis.replica.duplicate();
        // The API's and our own; and the queue of a lane was made there.
        expect(await aside.pubsub('NUMSUB', `${PREFIX}:changes`)).toEqual([`${PREFIX}:changes`, 2]);
        await eventually(
          () => aside.keys(`{${PREFIX}}:fiscalization:*`),
          (keys) => keys.length > 0,
        );
        aside.disconnect();
        const summary = await service.summary();
        expect(summary).toMatchObject({ doubledIics: [], messagesWithFindings: 0 });
      } finally {
        await service.close();
        await redis.close();
      }
    },
  );
}
