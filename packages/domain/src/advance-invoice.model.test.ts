// Any order of replies, crashes, repetitions and changed settings, against a model of the authority
// that knows nothing of the table.

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { advanceInvoice, RECEIPT_CHECK_LAG_MS } from './advance-invoice.ts';
import type { InvoiceFacts, ReplyFact, Step } from './advance-invoice.ts';
import { SALE } from './testing/sale.ts';

/** What happens to one sending, as the authority sees it. */
type SendOutcome =
  'replies' | 'reply-lost' | 'request-lost' | 'not-sent' | 'refuses' | 'refuses-sender';

/** One run of a worker over the invoice, or something that comes between two of them. */
type Event =
  | {
      kind: 'run';
      sendOutcomes: SendOutcome[];
      receiptReachable: boolean;
      /** What the authority says of an original that is not stored here. */
      original: 'known' | 'refused' | 'unreachable';
      stepsUntilCrash: number;
    }
  | { kind: 'time'; ms: number }
  | { kind: 'offline-setting'; issuesOffline: boolean }
  | { kind: 'obstacle'; isThere: boolean }
  | { kind: 'fiscalize-again' };

/** The world without the table: the authority, the rows, the clock. */
class World {
  now = 0;
  issuesOffline = true;
  hasObstacle = false;
  status: 'Pending' | 'Offline' | 'Failed' | 'Fiscalized' = 'Pending';
  wasHandedOut = false;
  number: number | null = null;
  numbersGiven = 0;
  isSigned = false;
  hasDeposit = false;
  isOriginalKnown: boolean;
  messages: {
    number: number;
    outcome: 'none' | 'not-sent' | 'unanswered' | 'refused';
    at: number;
  }[] = [];
  /** The number that the authority has registered, and since when. */
  registered: { number: number; at: number } | null = null;

  readonly isCash: boolean;
  readonly refusesRepetitions: boolean;
  readonly receiptLagMs: number;
  readonly isOriginalElsewhere: boolean;

  constructor(
    isCash: boolean,
    refusesRepetitions: boolean,
    isOriginalElsewhere: boolean,
    receiptLagMs: number,
  ) {
    this.isCash = isCash;
    this.refusesRepetitions = refusesRepetitions;
    this.receiptLagMs = receiptLagMs;
    this.isOriginalElsewhere = isOriginalElsewhere;
    this.isOriginalKnown = !isOriginalElsewhere;
  }

  get open() {
    return this.messages.filter(({ outcome }) => outcome === 'none' || outcome === 'unanswered');
  }

  /** What a claim reads. */
  facts(): InvoiceFacts {
    const newest = Math.max(...this.open.map(({ at }) => at));
    return {
      ...SALE,
      status: this.status === 'Offline' ? 'Offline' : 'Pending',
      wasHandedOut: this.wasHandedOut,
      issuesOffline: this.issuesOffline,
      isNumbered: this.number !== null,
      isSigned: this.isSigned,
      mayBeRegistered: this.open.length > 0,
      isReceiptCheckBelieved: this.now - newest >= RECEIPT_CHECK_LAG_MS,
      obstacle: this.hasObstacle ? 'certificate' : null,
      deposit: this.isCash ? 'unknown' : 'not-needed',
      original: this.isOriginalKnown ? 'known' : 'not-asked',
    };
  }

  checkReceipt(isReachable: boolean): InvoiceFacts['receipt'] {
    if (!isReachable) return 'unreachable';
    const isShown = this.registered && this.now - this.registered.at >= this.receiptLagMs;
    return isShown ? 'registered' : 'not-found';
  }

  send(outcome: SendOutcome): ReplyFact {
    const message = this.messages.at(-1);
    if (!message || this.number === null) throw new Error('sent without a stored message');
    expect(message.outcome).toBe('none');
    if (outcome === 'not-sent') return this.replied(message, 'not-sent', 'not-sent');
    if (outcome === 'request-lost') return this.replied(message, 'unanswered', 'unanswered');
    // Whoever sends is looked at before anything that is sent.
    if (outcome === 'refuses-sender') return this.replied(message, 'refused', 'sender-refused');
    if (this.isCash) expect(this.hasDeposit).toBe(true);
    const isRepetition = this.registered !== null;
    if (outcome === 'refuses' && !isRepetition) return this.replied(message, 'refused', 'refused');
    if (isRepetition && this.refusesRepetitions) {
      return this.replied(message, 'refused', outcome === 'reply-lost' ? 'unanswered' : 'refused');
    }
    this.registered ??= { number: this.number, at: this.now };
    // One effect: what it has is what it was sent first.
    expect(this.number).toBe(this.registered.number);
    if (outcome === 'reply-lost') return this.replied(message, 'unanswered', 'unanswered');
    return 'registered';
  }

  private replied(
    message: World['messages'][number],
    outcome: 'not-sent' | 'unanswered' | 'refused',
    reply: ReplyFact,
  ): ReplyFact {
    message.outcome = reply === 'unanswered' ? 'unanswered' : outcome;
    return reply;
  }

  recordFailed(
    { cause, number }: Extract<Step, { kind: 'record-failed' }>,
    reply: InvoiceFacts['reply'],
  ): void {
    this.status = 'Failed';
    // It is decided about anew.
    this.isOriginalKnown = !this.isOriginalElsewhere;
    if (cause === 'refused') expect(this.registered).toBeNull();
    // What a customer holds fails only by what the authority says of the document. Decisions §6.
    if (this.wasHandedOut && cause !== 'original') expect(reply).toBe('refused');
    if (number === 'kept') return;
    // A number that may be on paper or at the authority is never given again.
    expect(this.wasHandedOut).toBe(false);
    expect(this.registered).toBeNull();
    this.number = null;
    this.isSigned = false;
    this.messages = [];
  }
}

const LAST_STEPS = 40;

/**
 * One run of the loop, as any lane makes it. Ends by a recorded outcome, a postponement or a crash.
 */
function runOnce(world: World, run: Extract<Event, { kind: 'run' }>): void {
  if (world.status !== 'Pending' && world.status !== 'Offline') return;
  const sendOutcomes = [...run.sendOutcomes];
  let facts = world.facts();
  for (let steps = 0; ; steps += 1) {
    expect(steps).toBeLessThan(LAST_STEPS);
    if (steps === run.stepsUntilCrash) return;
    const step = advanceInvoice(facts);
    switch (step.kind) {
      case 'check-receipt':
        facts = { ...facts, receipt: world.checkReceipt(run.receiptReachable) };
        break;
      case 'confirm-original':
        world.isOriginalKnown = run.original === 'known';
        facts = { ...facts, original: run.original };
        break;
      case 'ensure-deposit':
        world.hasDeposit = true;
        facts = { ...facts, deposit: 'registered' };
        break;
      case 'assign-number':
        expect(world.number).toBeNull();
        expect(world.isOriginalKnown).toBe(true);
        world.numbersGiven += 1;
        world.number = world.numbersGiven;
        facts = { ...facts, isNumbered: true };
        break;
      case 'sign':
        world.isSigned = true;
        world.messages.push({ number: world.number ?? 0, outcome: 'none', at: world.now });
        facts = { ...facts, isSigned: true, message: 'stored' };
        break;
      case 'send':
        facts = { ...facts, message: 'sent', reply: world.send(sendOutcomes.shift() ?? 'replies') };
        break;
      case 'recover-deposit':
        throw new Error('this authority knows every deposit');
      case 'record-fiscalized':
        expect(world.registered).not.toBeNull();
        world.status = 'Fiscalized';
        return;
      case 'record-offline':
        expect(world.isSigned).toBe(true);
        world.status = 'Offline';
        world.wasHandedOut = true;
        return;
      case 'record-failed':
        return world.recordFailed(step, facts.reply);
      case 'postpone':
        return;
    }
  }
}

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('run' as const),
      sendOutcomes: fc.array(
        fc.constantFrom<SendOutcome>(
          'replies',
          'reply-lost',
          'request-lost',
          'not-sent',
          'refuses',
          'refuses-sender',
        ),
        { maxLength: 3 },
      ),
      receiptReachable: fc.boolean(),
      original: fc.constantFrom('known' as const, 'refused' as const, 'unreachable' as const),
      stepsUntilCrash: fc.integer({ min: 0, max: 12 }),
    }),
  },
  fc.record({
    kind: fc.constant('time' as const),
    ms: fc.integer({ min: 0, max: 2 * RECEIPT_CHECK_LAG_MS }),
  }),
  fc.record({ kind: fc.constant('offline-setting' as const), issuesOffline: fc.boolean() }),
  fc.record({ kind: fc.constant('obstacle' as const), isThere: fc.boolean() }),
  fc.record({ kind: fc.constant('fiscalize-again' as const) }),
);

function happen(world: World, event: Event): void {
  switch (event.kind) {
    case 'run':
      return runOnce(world, event);
    case 'time':
      world.now += event.ms;
      return;
    case 'offline-setting':
      world.issuesOffline = event.issuesOffline;
      return;
    case 'obstacle':
      world.hasObstacle = event.isThere;
      return;
    case 'fiscalize-again':
      if (world.status === 'Failed') world.status = 'Pending';
  }
}

test('one effect, whatever is replied, lost, repeated, changed or interrupted', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 0, max: RECEIPT_CHECK_LAG_MS }),
      fc.array(event, { maxLength: 30 }),
      (isCash, refusesRepetitions, isElsewhere, lagMs, events) => {
        const world = new World(isCash, refusesRepetitions, isElsewhere, lagMs);
        for (const each of events) happen(world, each);
        // Once nothing is in its way any more it comes to its end.
        const undisturbed = {
          kind: 'run' as const,
          sendOutcomes: [],
          receiptReachable: true,
          original: 'known' as const,
          stepsUntilCrash: 99,
        };
        world.hasObstacle = false;
        for (let round = 0; round < 4 && world.status !== 'Fiscalized'; round += 1) {
          if (world.status === 'Failed') world.status = 'Pending';
          runOnce(world, undisturbed);
          world.now += RECEIPT_CHECK_LAG_MS;
        }
        expect(world.status).toBe('Fiscalized');
        expect(world.registered?.number).toBe(world.number);
      },
    ),
    { numRuns: 3_000 },
  );
});
