// The authority of one environment as jobs speak to it: every exchange passes the circuit, is
// measured, and shows how far our clock is off and whether replies can be believed. It decides
// nothing about invoices.

import { sentence } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import type {
  CashDepositOutcome,
  EfiClient,
  ExchangeOptions,
  InvoiceOutcome,
  Outcome,
  Receipt,
  ReceiptCheckResult,
  TcrOutcome,
  Unanswered,
  UnansweredReason,
} from '@fiscal/efi';
import type { Logger } from '@fiscal/runtime';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange, WorkerEvents } from '../events.ts';
import { createAuthorityClock } from './authority-clock.ts';
import type { AuthorityClock } from './authority-clock.ts';
import type { Moment } from './machine-time.ts';
import type { Budget } from './budget.ts';
import type { Circuit, Observation, Permit } from './circuit.ts';
import { watchDisbelief } from './disbelief.ts';
import type { Disbelief } from './disbelief.ts';
import { watchReceiptCheck } from './receipt-check-watch.ts';

export interface Message {
  request: string;
  requestUuid: string;
}

export interface Authority {
  /** False where the worker has no endpoint of this environment. */
  isPresent: boolean;
  registerInvoice(message: Message, companyId: string, budget: Budget): Promise<InvoiceOutcome>;
  registerCashDeposit(
    message: Message,
    companyId: string,
    budget: Budget,
  ): Promise<CashDepositOutcome>;
  registerTcr(message: Message, companyId: string, budget: Budget): Promise<TcrOutcome>;
  checkReceipt(receipt: Receipt, budget: Pick<Budget, 'signal'>): Promise<ReceiptCheckResult>;
  circuit: Circuit;
  clock: AuthorityClock;
  /** Why its replies are not believed, if its last one was not; else null. */
  disbelief(): Disbelief | null;
  /** Since when its receipt check has not replied; null where it has, or was not asked. */
  receiptCheckSilentSince(): Date | null;
}

/** An authority that is well has replied by then. */
const PROBES_TAKE_MS = 1_000;
const LOOK_EVERY_MS = 50;

interface AuthorityOptions {
  environment: Environment;
  client: EfiClient;
  circuit: Circuit;
  now: () => Moment;
  /** A message that was cut off sooner says nothing about the authority. */
  patienceMs: number;
  events: Pick<WorkerEvents, 'emit'>;
  logger: Pick<Logger, 'error' | 'warn'>;
}

/** Puts circuit, clock and measure around a client. */
export function createAuthority(options: AuthorityOptions): Authority {
  const { environment, client, circuit, now, events, logger } = options;
  const clock = createAuthorityClock(now);
  const disbelief = watchDisbelief(logger);
  const receiptCheck = watchReceiptCheck(logger);

  /** What an outcome says beside what became of the message. */
  function learn(outcome: Outcome<object>, sent: Moment, tookMs: number): Observation | null {
    if (outcome.kind === 'registered') {
      clock.observe(sent, now(), outcome.repliedAt);
      disbelief.believe();
    }
    const observation = observationOf(outcome, tookMs, options.patienceMs);
    if (outcome.kind !== 'unanswered') return observation;
    if (observation === 'disbelief') disbelief.disbelieve(outcome);
    if (outcome.reason === 'undocumented-fault') {
      // The operator has to find out what it means.
      const { detail } = outcome;
      logger.error({ detail }, 'the tax authority replies with an undocumented code');
    }
    return observation;
  }

  /**
   * What may probe waits a moment for the probes that are under way: after an outage the first
   * reply lets all go.
   */
  async function admitted(companyId: string, budget: Budget): Promise<Permit | null> {
    const { lane, mayProbe } = budget;
    const waitUntil = performance.now() + (mayProbe ? PROBES_TAKE_MS : 0);
    for (;;) {
      const permit = circuit.admit(lane, companyId, mayProbe);
      if (permit || budget.isUsedUp() || performance.now() >= waitUntil) return permit;
      await sleep(LOOK_EVERY_MS);
    }
  }

  async function exchange<Identifier extends object>(
    operation: Exchange['operation'],
    send: (...how: [string, string, ExchangeOptions]) => Promise<Outcome<Identifier>>,
    { request, requestUuid }: Message,
    companyId: string,
    budget: Budget,
  ): Promise<Outcome<Identifier>> {
    // A process that slept, say in a paused machine, must not send what others have taken over.
    if (budget.isUsedUp()) return notSent('timeout', sentence('noTimeLeft'));
    const permit = await admitted(companyId, budget);
    if (!permit) return notSent('withheld', sentence('authoritySilent'));
    const sent = now();
    const startedAt = performance.now();
    let observation: Observation | null = null;
    try {
      const { signal } = budget;
      const sending = { signal, mayBeSent: () => !budget.isUsedUp() };
      const outcome = await send(request, requestUuid, sending);
      const ms = performance.now() - startedAt;
      observation = learn(outcome, sent, ms);
      events.emit('exchange', { environment, operation, ms, ...resultOf(outcome) });
      return outcome;
    } finally {
      permit(observation);
    }
  }

  return {
    isPresent: true,
    registerInvoice: (...to) =>
      exchange('invoice', (...how) => client.registerInvoice(...how), ...to),
    registerCashDeposit: (...to) =>
      exchange('cash-deposit', (...how) => client.registerCashDeposit(...how), ...to),
    registerTcr: (...to) => exchange('tcr', (...how) => client.registerTcr(...how), ...to),
    async checkReceipt(receipt, { signal }) {
      const result = await client.checkReceipt(receipt, { signal });
      receiptCheck.observe(result);
      events.emit('receipt-check', { environment, result: result.kind });
      return result;
    },
    circuit,
    clock,
    disbelief: disbelief.now,
    receiptCheckSilentSince: receiptCheck.silentSince,
  };
}

/** What came of a message, for monitoring. */
function resultOf(outcome: Outcome<object>): Pick<Exchange, 'outcome' | 'reason' | 'efiCode'> {
  return {
    outcome: outcome.kind,
    reason: outcome.kind === 'unanswered' ? outcome.reason : null,
    efiCode: outcome.kind === 'refused' ? outcome.efiCode : null,
  };
}

/** Null where the reason says nothing about the authority: the message was kept back here. */
const OF_REASON: Readonly<Record<UnansweredReason, Observation | null>> = {
  timeout: 'silence',
  connection: 'silence',
  http: 'silence',
  'server-fault': 'silence',
  unreadable: 'silence',
  'too-large': 'silence',
  'undocumented-fault': 'reply',
  'bad-signature': 'disbelief',
  'not-anchored': 'disbelief',
  'not-pinned': 'disbelief',
  simulator: 'disbelief',
  'wrong-request': 'disbelief',
  withheld: null,
};

/**
 * @param tookMs from sending to the outcome.
 * @param patienceMs a message that was cut off sooner, because its time had been used up before it
 * was sent, says nothing about the authority.
 */
function observationOf(
  outcome: Outcome<object>,
  tookMs: number,
  patienceMs: number,
): Observation | null {
  if (outcome.kind !== 'unanswered') return 'reply';
  if (outcome.reason === 'timeout' && tookMs < patienceMs) return null;
  return OF_REASON[outcome.reason];
}

/** A message that stays here. @param reason `withheld`: because the authority is silent. */
export function notSent(reason: 'timeout' | 'withheld', detail: string): Unanswered {
  return {
    kind: 'unanswered',
    reason,
    detail,
    wasSent: false,
    httpStatus: null,
    rawReply: null,
  };
}
