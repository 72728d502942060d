// One circuit while it is open: when the next probe is due.

export interface ProbeTimes {
  /** The first pause before a probe. It doubles with each silent one, up to ten seconds. */
  probeEveryMs: number;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
  /** 0 … 1. */
  random: () => number;
}

/** Whose message: a customer may wait for a live one, and none for a delivery. */
export type Lane = 'live' | 'delivery';

export type Breaker = ReturnType<typeof createBreaker>;

const LONGEST_PAUSE_MS = 10_000;
/** A probe whose outcome never came, say because its process hung, is not waited for longer. */
const PROBE_LIFE_MS = 60_000;

/** @param openedAt of the clock of `ProbeTimes`; in the past where another worker has opened it. */
export function createBreaker(times: ProbeTimes, openedAt: number) {
  const { probeEveryMs, now, random } = times;
  let pauseMs = probeEveryMs;
  let probeAt = 0;
  let begunAt = now();
  let probingUntil = -Infinity;
  /** When the last probe ended. */
  let endedAt = now();

  /** It stayed without a reply. */
  function putOffProbe(): void {
    // From its beginning: a silent probe has waited out its budget already. Jitter: workers that
    // saw the same silence do not all probe at the same moment.
    probeAt = begunAt + pauseMs * (0.75 + random() / 2);
    probingUntil = -Infinity;
    endedAt = now();
    pauseMs = Math.min(pauseMs * 2, Math.max(LONGEST_PAUSE_MS, probeEveryMs));
  }
  putOffProbe();
  /**
   * How long the next probe has been due, and could have begun, milliseconds; below 0 until it is.
   */
  const dueForMs = () => now() - Math.max(probeAt, endedAt);

  return {
    openedAt,
    /**
     * A probe may go now; one is under way at most.
     * @param afterMs how long it lets others go first.
     */
    isDue: (afterMs = 0) => now() >= probingUntil && dueForMs() >= afterMs,
    dueForMs,
    beginProbe(): void {
      begunAt = now();
      probingUntil = begunAt + PROBE_LIFE_MS;
    },
    putOffProbe,
    /** It said nothing about the authority: the next one may go at once. */
    dropProbe(): void {
      probingUntil = -Infinity;
      endedAt = now();
    },
  };
}
