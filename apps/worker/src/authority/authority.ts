// The authority of one environment as jobs speak to it: every exchange passes the circuit, is
// measured, and shows how far our clock is off and whether answers can be believed. It decides nothing
// about invoices.

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
import type { AuthorityClock, Moment } from './authority-clock.ts';
import type { Budget } from './budget.ts';
import type { Circuit } from './circuit.ts';
import type { Disbelief, DisbeliefWatch } from './disbelief.ts';
import { observationOf } from './observation.ts';
import type { Observation } from './observation.ts';
import type { ReceiptCheckWatch } from './receipt-check-watch.ts';

/** A message that is stored already. */
export interface Message {
  request: string;
  requestUuid: string;
}

export type Operation = 'invoice' | 'cash-deposit' | 'tcr';

/** One finished exchange, for metrics. */
export interface Exchange {
  environment: Environment;
  operation: Operation;
  outcome: Outcome<object>['kind'];
  ms: number;
  /** Why there is no answer; null where there is one. */
  reason: UnansweredReason | null;
}

/** One question to the public receipt check, for metrics. */
export interface ReceiptCheck {
  environment: Environment;
  result: ReceiptCheckResult['kind'];
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
  /** Why its answers are not believed, if its last one was not; else null. */
  disbelief(): Disbelief | null;
  /** Since when its receipt check has not answered; null where it has, or was not asked. */
  receiptCheckSilentSince(): Date | null;
}

export interface AuthorityOptions {
  environment: Environment;
  client: EfiClient;
  circuit: Circuit;
  clock: AuthorityClock;
  disbelief: DisbeliefWatch;
  receiptCheck: ReceiptCheckWatch;
  now: () => Moment;
  /** A message that was cut off sooner says nothing about the authority. */
  patienceMs: number;
  onExchange: (exchange: Exchange) => void;
  onReceiptCheck: (check: ReceiptCheck) => void;
  /** It answered with a code that is not documented, whose meaning the operator has to find out. */
  onUndocumented: (detail: string) => void;
}

/** Puts circuit, clock and measure around a client. */
export function createAuthority(options: AuthorityOptions): Authority {
  const { environment, client, circuit, clock, disbelief, receiptCheck, now } = options;

  /** What an outcome says beside what became of the message. */
  function learn(outcome: Outcome<object>, sent: Moment, tookMs: number): Observation | null {
    if (outcome.kind === 'registered') {
      clock.observe(sent, now(), outcome.answeredAt);
      disbelief.believe();
    }
    const observation = observationOf(outcome, tookMs, options.patienceMs);
    if (outcome.kind !== 'unanswered') return observation;
    if (observation === 'disbelief') disbelief.disbelieve(outcome);
    if (outcome.reason === 'undocumented-fault') options.onUndocumented(outcome.detail);
    return observation;
  }

  async function exchange<Identifier extends object>(
    operation: Operation,
    companyId: string,
    budget: Budget,
    send: (options: ExchangeOptions) => Promise<Outcome<Identifier>>,
  ): Promise<Outcome<Identifier>> {
    // A process that slept, say in a paused machine, must not send what others have taken over.
    if (budget.isUsedUp()) return notSent('timeout', 'There was no time left to send it.');
    const permit = circuit.admit(budget.lane, companyId);
    if (!permit) return notSent('withheld', 'The tax authority does not answer at the moment.');
    const sent = now();
    const startedAt = performance.now();
    let observation: Observation | null = null;
    try {
      const { signal } = budget;
      const outcome = await send({ signal, mayBeSent: () => !budget.isUsedUp() });
      const ms = performance.now() - startedAt;
      observation = learn(outcome, sent, ms);
      const reason = outcome.kind === 'unanswered' ? outcome.reason : null;
      options.onExchange({ environment, operation, outcome: outcome.kind, ms, reason });
      return outcome;
    } finally {
      permit(observation);
    }
  }

  return {
    isPresent: true,
    registerInvoice: ({ request, requestUuid }, companyId, budget) =>
      exchange('invoice', companyId, budget, (options) =>
        client.registerInvoice(request, requestUuid, options),
      ),
    registerCashDeposit: ({ request, requestUuid }, companyId, budget) =>
      exchange('cash-deposit', companyId, budget, (options) =>
        client.registerCashDeposit(request, requestUuid, options),
      ),
    registerTcr: ({ request, requestUuid }, companyId, budget) =>
      exchange('tcr', companyId, budget, (options) =>
        client.registerTcr(request, requestUuid, options),
      ),
    async checkReceipt(receipt, { signal }) {
      const result = await client.checkReceipt(receipt, { signal });
      receiptCheck.observe(result);
      options.onReceiptCheck({ environment, result: result.kind });
      return result;
    },
    circuit,
    clock,
    disbelief: () => disbelief.now(),
    receiptCheckSilentSince: () => receiptCheck.silentSince(),
  };
}

/** A message that stays here. @param reason `withheld`: because the authority is silent. */
export function notSent(reason: 'timeout' | 'withheld', detail: string): Unanswered {
  return {
    kind: 'unanswered',
    reason,
    detail,
    wasSent: false,
    httpStatus: null,
    rawAnswer: null,
  };
}
