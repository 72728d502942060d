// How long the public receipt check has not replied. Without it the outcome of a message without a
// reply stays unknown, so that its silence is reported twice: when that begins to matter, and when
// it lasts.

import type { ReceiptCheckResult } from '@fiscal/efi';
import type { Logger } from '@fiscal/runtime';

/** From here on its silence is reported, first as a warning. */
const WARN_AFTER_MS = 60_000;
const ALARM_AFTER_MS = 15 * 60_000;

/** Only what was asked counts: where nothing is asked, nothing is known. */
export function watchReceiptCheck(
  logger: Pick<Logger, 'error' | 'warn'>,
  clock: () => Date = () => new Date(),
) {
  let since: Date | null = null;
  let reported: 'warn' | 'error' | null = null;

  function levelNow(from: Date): 'warn' | 'error' | null {
    const lastedMs = clock().getTime() - from.getTime();
    if (lastedMs >= ALARM_AFTER_MS) return 'error';
    return lastedMs >= WARN_AFTER_MS ? 'warn' : null;
  }

  return {
    observe(result: ReceiptCheckResult): void {
      if (result.kind !== 'unreachable') {
        if (reported !== null) logger.warn({}, 'the public receipt check replies again');
        since = null;
        reported = null;
        return;
      }
      since ??= clock();
      const level = levelNow(since);
      if (level === null || level === reported) return;
      reported = level;
      const { detail } = result;
      logger[level]({ since, detail }, 'the public receipt check does not reply');
    },
    /** Since when it has not replied, once that has lasted a minute; else null. */
    silentSince: () => (reported === null ? null : since),
  };
}
