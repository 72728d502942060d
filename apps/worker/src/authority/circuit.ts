// Whether it is worth speaking to the authority now. While it is silent, sales turn Offline at once
// instead of each waiting out its budget, and one message at a time tries whether it is back.
//
//   closed  messages go out; `failuresToOpen` of them in a row without an answer open the circuit
//   open    nothing goes out until a probe is due; then one message does: a delivery, which no
//           customer waits for, and a live sale only if no delivery has come forward
//   Any answer closes it. A silent probe puts the next one off, longer each time.

/** Who speaks: a customer may wait for a live message; nobody waits for a delivery. */
export type Lane = 'live' | 'delivery';

/** A message that may go out; to be told, once, whether an answer came. */
export type Permit = (answered: boolean) => void;

export interface CircuitState {
  state: 'closed' | 'open';
  /** When it came into this state. */
  since: Date;
  /** Messages without an answer in a row. */
  failures: number;
}

export interface Circuit {
  /** @returns null if nothing may be sent now. */
  admit(lane: Lane): Permit | null;
  /** Whether `admit` would let a message through; takes nothing. */
  wouldAdmit(lane: Lane): boolean;
  state(): CircuitState;
}

export interface CircuitOptions {
  failuresToOpen: number;
  /** The first pause before a probe. */
  probeEveryMs: number;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
  /** 0 … 1. */
  random: () => number;
  /** Told when it opens and when it closes. */
  onChange: (state: CircuitState) => void;
}

const LONGEST_PAUSE_MS = 10_000;
/** A probe that was never answered for, say because its process hung, is not waited for longer. */
const PROBE_LIFE_MS = 60_000;

/** A closed circuit. */
export function createCircuit(options: CircuitOptions): Circuit {
  const { failuresToOpen, probeEveryMs, now, random, onChange } = options;
  let state: CircuitState = { state: 'closed', since: new Date(), failures: 0 };
  let pauseMs = probeEveryMs;
  let probeAt = 0;
  let probingUntil = 0;

  function putOffProbe(): void {
    // Jitter: workers that saw the same silence do not all knock at the same moment.
    probeAt = now() + pauseMs * (0.75 + random() / 2);
    probingUntil = 0;
    pauseMs = Math.min(pauseMs * 2, Math.max(LONGEST_PAUSE_MS, probeEveryMs));
  }

  function become(next: 'closed' | 'open'): void {
    state = { ...state, state: next, since: new Date() };
    onChange(state);
  }

  function tell(answered: boolean, isProbe: boolean): void {
    if (answered) {
      state = { ...state, failures: 0 };
      pauseMs = probeEveryMs;
      probingUntil = 0;
      if (state.state === 'open') become('closed');
      return;
    }
    state = { ...state, failures: state.failures + 1 };
    if (state.state === 'closed' && state.failures >= failuresToOpen) {
      putOffProbe();
      become('open');
    } else if (isProbe) putOffProbe();
  }

  function wouldAdmit(lane: Lane): boolean {
    if (state.state === 'closed') return true;
    const moment = now();
    if (moment < probingUntil) return false;
    return moment >= probeAt + (lane === 'live' ? probeEveryMs : 0);
  }

  return {
    wouldAdmit,
    admit(lane) {
      if (!wouldAdmit(lane)) return null;
      const isProbe = state.state === 'open';
      if (isProbe) probingUntil = now() + PROBE_LIFE_MS;
      return (answered) => {
        tell(answered, isProbe);
      };
    },
    state: () => state,
  };
}
