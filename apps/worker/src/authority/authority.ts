// The authority of one environment as jobs speak to it: every exchange passes the circuit, is
// measured, and tells how right our clock is. It decides nothing about invoices.

import type { Environment } from '@fiscal/domain';
import type {
  CashDepositOutcome,
  EfiClient,
  InvoiceOutcome,
  Outcome,
  Receipt,
  ReceiptCheckResult,
  TcrOutcome,
  Unanswered,
} from '@fiscal/efi';
import type { AuthorityClock, Moment } from './authority-clock.ts';
import type { Budget } from './budget.ts';
import type { Circuit } from './circuit.ts';

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
}

export interface Authority {
  /** False where the worker has no endpoint of this environment. */
  isPresent: boolean;
  registerInvoice(message: Message, budget: Budget): Promise<InvoiceOutcome>;
  registerCashDeposit(message: Message, budget: Budget): Promise<CashDepositOutcome>;
  registerTcr(message: Message, budget: Budget): Promise<TcrOutcome>;
  checkReceipt(receipt: Receipt, budget: Pick<Budget, 'signal'>): Promise<ReceiptCheckResult>;
  circuit: Circuit;
  clock: AuthorityClock;
  /** What its last signature was, if that was by a certificate that is not pinned; else null. */
  unpinned(): string | null;
}

export interface AuthorityOptions {
  environment: Environment;
  client: EfiClient;
  circuit: Circuit;
  clock: AuthorityClock;
  now: () => Moment;
  onExchange: (exchange: Exchange) => void;
  /** An answer was signed by another certificate than those pinned; told when that begins. */
  onUnpinned: (detail: string) => void;
}

/** Puts circuit, clock and measure around a client. */
export function createAuthority(options: AuthorityOptions): Authority {
  const { environment, client, circuit, clock, now, onExchange } = options;
  let unpinned: string | null = null;

  function watchPins(outcome: Outcome<object>): void {
    if (outcome.kind === 'registered') unpinned = null;
    if (outcome.kind !== 'unanswered' || outcome.reason !== 'not-pinned') return;
    if (unpinned !== outcome.detail) options.onUnpinned(outcome.detail);
    unpinned = outcome.detail;
  }

  async function exchange<Identifier extends object>(
    operation: Operation,
    budget: Budget,
    send: (signal: AbortSignal) => Promise<Outcome<Identifier>>,
  ): Promise<Outcome<Identifier>> {
    // A process that slept, say in a paused machine, must not send what others have taken over.
    if (budget.isUsedUp()) return notSent('timeout', 'There was no time left to send it.');
    const permit = circuit.admit(budget.lane);
    if (!permit) return notSent('withheld', 'The tax authority does not answer at the moment.');
    const sent = now();
    const startedAt = performance.now();
    let answered = false;
    try {
      const outcome = await send(budget.signal);
      const received = now();
      answered = outcome.kind !== 'unanswered';
      watchPins(outcome);
      if (outcome.kind === 'registered') clock.observe(sent, received, outcome.answeredAt);
      const ms = performance.now() - startedAt;
      onExchange({ environment, operation, outcome: outcome.kind, ms });
      return outcome;
    } finally {
      permit(answered);
    }
  }

  return {
    isPresent: true,
    registerInvoice: ({ request, requestUuid }, budget) =>
      exchange('invoice', budget, (signal) =>
        client.registerInvoice(request, requestUuid, { signal }),
      ),
    registerCashDeposit: ({ request, requestUuid }, budget) =>
      exchange('cash-deposit', budget, (signal) =>
        client.registerCashDeposit(request, requestUuid, { signal }),
      ),
    registerTcr: ({ request, requestUuid }, budget) =>
      exchange('tcr', budget, (signal) => client.registerTcr(request, requestUuid, { signal })),
    checkReceipt: (receipt, { signal }) => client.checkReceipt(receipt, { signal }),
    circuit,
    clock,
    unpinned: () => unpinned,
  };
}

/** A message that stays here. @param reason `withheld`: because the authority is silent. */
export function notSent(reason: 'timeout' | 'withheld', detail: string): Unanswered {
  return {
    kind: 'unanswered',
    reason,
    detail,
    anyByteSent: false,
    httpStatus: null,
    rawAnswer: null,
  };
}
