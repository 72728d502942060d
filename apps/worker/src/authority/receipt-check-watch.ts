// How long the public receipt check has not answered. Without it the outcome of a message without a reply
// stays unknown, so that its silence is reported twice: when that begins to matter, and when it lasts.

import type { ReceiptCheckResult } from '@fiscal/efi';

/** From here on its silence is reported, first as a warning. */
const WARN_AFTER_MS = 60_000;
const ALARM_AFTER_MS = 15 * 60_000;

export type ReceiptCheckLevel = 'warning' | 'alarm';

export interface ReceiptCheckWatch {
  observe(result: ReceiptCheckResult): void;
  /** Since when it has not answered, once that has lasted a minute; else null. */
  silentSince(): Date | null;
}

export interface ReceiptCheckWatchOptions {
  clock: () => Date;
  /** It has not answered for a minute, or for a quarter of an hour. */
  onSilent: (level: ReceiptCheckLevel, since: Date, detail: string) => void;
  /** It answers again, after its silence was reported. */
  onAnswer: () => void;
}

/** Only what was asked counts: where nothing is asked, nothing is known. */
export function watchReceiptCheck(options: ReceiptCheckWatchOptions): ReceiptCheckWatch {
  const { clock, onSilent, onAnswer } = options;
  let since: Date | null = null;
  let reported: ReceiptCheckLevel | null = null;

  function levelNow(from: Date): ReceiptCheckLevel | null {
    const lastedMs = clock().getTime() - from.getTime();
    if (lastedMs >= ALARM_AFTER_MS) return 'alarm';
    return lastedMs >= WARN_AFTER_MS ? 'warning' : null;
  }

  return {
    observe(result) {
      if (result.kind !== 'unreachable') {
        if (reported !== null) onAnswer();
        since = null;
        reported = null;
        return;
      }
      since ??= clock();
      const level = levelNow(since);
      if (level === null || level === reported) return;
      reported = level;
      onSilent(level, since, result.detail);
    },
    silentSince: () => (reported === null ? null : since),
  };
}
