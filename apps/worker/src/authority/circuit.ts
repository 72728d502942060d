// Whether it is worth sending a message to the authority now. While it does not reply, sales turn
// Offline at once instead of each waiting out its budget, and one message at a time tries whether
// it is back. When a circuit opens and closes stands in silence-record.ts, when a probe is due in
// breaker.ts.

import type { Breaker, Lane, ProbeTimes } from './breaker.ts';
import {
  repliedAtOf,
  AUTHORITY,
  closeScope,
  countElsewhere,
  createSilenceRecord,
  openScope,
  QUIET_MS,
  recordReply,
  recordSilence,
  takeBack,
  hadAnyReply,
} from './silence-record.ts';
import type { CircuitScope, Silence, SilenceRecord } from './silence-record.ts';

/**
 * What one exchange says about the authority itself, whatever it says about an invoice:
 * - `reply`: it has replied, with a registration, a refusal, or a fault that is not documented.
 * - `disbelief`: it has replied, but the reply cannot be believed.
 * - `silence`: it has not replied in its time, or says that it cannot.
 */
export type Observation = 'reply' | 'disbelief' | 'silence';

/** A message that may go out. To be called once, with what it says; null where it says nothing. */
export type Permit = (observation: Observation | null) => void;

export interface CircuitState {
  /** `open` also where a single company sells and gets no reply: nothing says that others are. */
  state: 'closed' | 'open';
  since: Date;
  /** Messages without a reply in a row, of whatever company. */
  failures: number;
  /** Companies whose messages get no reply although those of others are. */
  silentCompanies: number;
}

export interface Opening {
  scope: CircuitScope;
  openForMs: number;
}

export interface Circuit {
  /**
   * @param mayProbe see Budget.
   * @returns null if nothing of this company may be sent now.
   */
  admit(lane: Lane, companyId: string, mayProbe?: boolean): Permit | null;
  /**
   * Whether a delivery may go at all; takes nothing. @param mayProbe true for one slot of the lane.
   */
  wouldDeliver(mayProbe: boolean): boolean;
  /** Companies whose deliveries are not to be claimed now. @param mayProbe as above. */
  companiesToSkip(mayProbe: boolean): string[];
  /** Whether messages of this company are kept back. */
  isOpenFor(companyId: string): boolean;
  state(): CircuitState;
  openings(): Opening[];
  /**
   * Another worker has opened a circuit.
   * @returns false if this worker got a reply since, or shortly before: then it stays closed.
   */
  adopt(opening: Opening): boolean;
  /** Whether this worker got a reply after a circuit was opened. */
  hasRepliedSince(opening: Opening): boolean;
  /** Another worker got a reply. */
  close(scope: CircuitScope): void;
  /** Messages of this worker without a reply that were not taken before, and still count. */
  takeSilences(): Silence[];
  /** What replies to this worker say of a silence that is known to all. */
  judgeSilence(silence: Silence, seenAt: number): 'replied' | 'of-company' | 'open';
  /** Another worker got a reply since: `all` for this company, `across` for another one. */
  takeBack(silence: Silence, what: 'all' | 'across'): void;
  /** All silences of other workers that count. */
  countElsewhere(silences: readonly Silence[]): void;
}

export interface CircuitOptions extends ProbeTimes {
  failuresToOpen: number;
  /**
   * How many messages that may probe at any time are under way at most: customers wait for them, in
   * slots of sales.
   */
  askedProbes: number;
  onChange: (state: CircuitState) => void;
  /** Called when this worker has opened or closed a circuit. */
  onOwnChange?: () => void;
}

export function createCircuit(options: CircuitOptions): Circuit {
  const { now } = options;
  const record = createSilenceRecord();
  const rotation = createRotation(options.probeEveryMs);
  /** Companies of which a message is under way that may probe at any time. */
  const asked = new Set<string>();
  const state = followState(record, options.onChange);

  function note(companyId: string, sentAt: number, observation: Observation | null): void {
    const before = record.open.size;
    if (observation === 'silence') recordSilence(record, options, companyId, sentAt);
    else if (observation !== null) recordReply(record, companyId, now());
    state.follow();
    if (record.open.size !== before) options.onOwnChange?.();
  }

  /**
   * A customer waits for a live message: it probes only where no delivery of a company whose turn
   * it is came forward.
   */
  function liveAfterMs(authority: Breaker | undefined, companyId: string): number {
    return authority !== undefined && rotation.isTurnOf(companyId)
      ? rotation.holdMs / 2
      : options.probeEveryMs;
  }

  return {
    admit(lane, companyId, mayProbe = false) {
      const authority = record.open.get(AUTHORITY);
      if (authority === undefined) rotation.begin();
      const breaker = authority ?? record.open.get(companyId);
      const sentAt = now();
      // One of a company at a time, and of each company beside the probes of others: whoever is
      // well closes it.
      if (breaker && mayProbe && !asked.has(companyId) && asked.size < options.askedProbes) {
        asked.add(companyId);
        return (observation) => {
          asked.delete(companyId);
          note(companyId, sentAt, observation);
        };
      }
      if (breaker?.isDue(lane === 'live' ? liveAfterMs(authority, companyId) : 0) === false)
        return null;
      breaker?.beginProbe();
      return (observation) => {
        if (observation === 'silence') breaker?.putOffProbe();
        else breaker?.dropProbe();
        if (breaker !== undefined && breaker === record.open.get(AUTHORITY))
          rotation.note(companyId);
        note(companyId, sentAt, observation);
      };
    },
    wouldDeliver(mayProbe) {
      const breaker = record.open.get(AUTHORITY);
      return breaker === undefined || (mayProbe && breaker.isDue());
    },
    companiesToSkip(mayProbe) {
      const authority = record.open.get(AUTHORITY);
      if (authority !== undefined) return rotation.companiesToSkip(authority.dueForMs());
      return [...record.open]
        .filter(([, breaker]) => !mayProbe || !breaker.isDue())
        .map(([scope]) => scope);
    },
    isOpenFor: (companyId) => record.open.has(AUTHORITY) || record.open.has(companyId),
    state: state.now,
    openings: () =>
      [...record.open].map(([scope, { openedAt }]) => ({
        scope,
        openForMs: now() - openedAt,
      })),
    adopt({ scope, openForMs }) {
      const openedAt = now() - openForMs;
      // That of a company opens on messages in a row: a reply from before them does not speak
      // against it.
      const quietMs = scope === AUTHORITY ? QUIET_MS : 0;
      if (repliedAtOf(record, scope) > openedAt - quietMs) return false;
      openScope(record, options, scope, openedAt);
      state.follow();
      return true;
    },
    hasRepliedSince: ({ scope, openForMs }) => repliedAtOf(record, scope) > now() - openForMs,
    close(scope) {
      closeScope(record, scope, now());
      state.follow();
    },
    ...silencesOf(record, options, () => state.follow()),
  };
}

/** What is shared with other workers before a circuit opens (share-silences.ts). */
function silencesOf(
  record: SilenceRecord,
  options: CircuitOptions,
  follow: () => void,
): Pick<Circuit, 'takeSilences' | 'judgeSilence' | 'takeBack' | 'countElsewhere'> {
  return {
    takeSilences: () =>
      record.unshared
        .splice(0)
        .filter(({ companyId, sentAt }) => repliedAtOf(record, companyId) <= sentAt),
    judgeSilence({ companyId, sentAt, isAcross }, seenAt) {
      if (repliedAtOf(record, companyId) > sentAt) return 'replied';
      return isAcross && hadAnyReply(record, sentAt, seenAt) ? 'of-company' : 'open';
    },
    takeBack: (silence, what) => takeBack(record, silence, what),
    countElsewhere(silences) {
      countElsewhere(record, options, silences);
      follow();
    },
  };
}

/** The state that people are shown, and since when. */
function followState(record: SilenceRecord, onChange: (state: CircuitState) => void) {
  let reported: Pick<CircuitState, 'state' | 'since'> = { state: 'closed', since: new Date() };
  const now = (): CircuitState => ({
    ...reported,
    failures: record.failures,
    silentCompanies: reported.state === 'open' ? 0 : record.open.size,
  });
  return {
    now,
    follow() {
      const next = isSilent(record) ? 'open' : 'closed';
      if (next === reported.state) return;
      reported = { state: next, since: new Date() };
      onChange(now());
    },
  };
}

/** A company that fell silent while none got a reply is all that is known of the authority. */
function isSilent({ open, companies, repliedAt }: SilenceRecord): boolean {
  if (open.has(AUTHORITY)) return true;
  for (const scope of open.keys()) {
    const since = companies.get(scope)?.silentSince;
    if (since !== undefined && repliedAt < since) return true;
  }
  return false;
}

/**
 * How long a probe that is due waits for a company that has not probed yet; a live sale of one,
 * half of it.
 */
const ROTATION_MS = 2_500;

/**
 * Each probe of the authority is another company's, as far as there are others: should the messages
 * of a few be what gets no reply, they do not keep everybody's back.
 */
function createRotation(probeEveryMs: number) {
  const probed = new Set<string>();
  const holdMs = Math.min(ROTATION_MS, probeEveryMs / 2);
  return {
    holdMs,
    begin: () => probed.clear(),
    note: (companyId: string) => probed.add(companyId),
    /** Others have probed in vain, and it has not. */
    isTurnOf: (companyId: string) => probed.size > 0 && !probed.has(companyId),
    companiesToSkip(dueForMs: number): string[] {
      if (dueForMs > holdMs) probed.clear();
      return [...probed];
    },
  };
}
