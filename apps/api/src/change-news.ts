// How changes of rows come from this process to the others and back: over Redis where there is one, else over
// PostgreSQL, which needs nothing to be opened here.

import type { ChangeListenerOptions } from '@fiscal/db/change';
import type { DatabaseOptions } from '@fiscal/db/connection';
import { hearChanges, publishChanges } from '@fiscal/queue/waker';
import type { RedisStore } from '@fiscal/queue/waker';

export interface ChangeNews {
  toPublish: Pick<DatabaseOptions, 'publish'>;
  toHear: Pick<ChangeListenerOptions, 'hearOthers'>;
  close: () => void;
}

/** @param onError told of lost connections; they come back by themselves. */
export function openChangeNews(
  store: RedisStore | null,
  onError: (error: Error) => void,
): ChangeNews {
  if (store === null) return { toPublish: {}, toHear: {}, close: () => undefined };
  const publisher = publishChanges(store);
  return {
    toPublish: { publish: (changes) => publisher.publish(changes) },
    toHear: { hearOthers: (hear) => hearChanges(store, hear, onError) },
    close: () => {
      publisher.close();
    },
  };
}
