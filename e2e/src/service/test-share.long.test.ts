// Sales of the test environment have a share of a worker's concurrency slots. One that comes
// while its share is in use is made when a slot is free.

import { expect, test } from '@jest/globals';
import { startService } from './running-service.ts';
import type { Body } from './running-service.ts';

const service = await startService({ environment: { FISCALIZE_CONCURRENCY: '4' } });

test('more test sales at once than there are slots for them are all made', async () => {
  const drafts = await Promise.all(Array.from({ length: 8 }, () => service.store()));
  await service.script({ type: 'delay', ms: 1_500 }, undefined, 3);
  const sold = await Promise.all(drafts.map((id) => service.fiscalize(id)));
  expect(sold.map(({ body }) => (body as Body).status)).toEqual(
    Array.from({ length: 8 }, () => 'Fiscalized'),
  );
});
