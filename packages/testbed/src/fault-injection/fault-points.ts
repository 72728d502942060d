// Where a fault can be injected into a process of ours, and how each guard is taken away: the only
// place that names functions of shipped code for it. A name that does not exist any more ends the
// process (loader.ts).

/** Any function of shipped code; what it takes and gives is known where it is wrapped. */
export type AnyFunction = (...args: unknown[]) => unknown;

/** Makes another function of one. */
export type Wrap = (call: AnyFunction) => AnyFunction;

/**
 * `file#export`, `file#export()` for the function that the export returns, or
 * `file#export().method`.
 */
export type Target = string;

type Predicate = (result: unknown, args: unknown[]) => boolean;

/** A call of one function at which a process may be killed or stopped. */
export interface FaultPoint {
  target: Target;
  app: 'api' | 'worker';
  when: 'before' | 'after';
  /** Which calls count; all of them where absent. */
  of?: Predicate;
}

const DB = 'packages/db/src';
const EFI_CLIENT = 'packages/efi/src/transport/client.ts#createEfiClient()';
const STORE_MESSAGE = [
  `${DB}/fiscalization/signed-invoice.ts#storeSigned`,
  `${DB}/fiscalization/submissions.ts#storeSubmission`,
];
const RECORD_OUTCOME = [
  'recordFiscalized',
  'recordFiscalizedAndClaim',
  'recordOffline',
  'recordFailed',
  'recordFailedUnregistered',
  'postponeInvoice',
].map((name) => `${DB}/fiscalization/outcomes.ts#${name}`);

const worker = (when: FaultPoint['when'], targets: Target | Target[], of?: Predicate) =>
  [targets]
    .flat()
    .map((target): FaultPoint => ({ target, app: 'worker', when, ...(of && { of }) }));
const api = (target: Target, of?: Predicate): FaultPoint => ({
  target,
  app: 'api',
  when: 'after',
  ...(of && { of }),
});

const isThere: Predicate = (result) => Boolean(result);
const isBegun: Predicate = (result) => (result as { kind: string }).kind === 'begun';
/** False where the claim was lost. */
const isRecorded: Predicate = (result) =>
  result === true || (result as { isRecorded?: boolean }).isRecorded === true;
const isResend: Predicate = (_result, args) =>
  (args.at(-1) as { subsequentDelivery: string | null }).subsequentDelivery !== null;

/** Each fault injection point by its name. */
export const FAULT_POINTS = {
  // A sale is also claimed by the statement that records the one before.
  claimed: [
    ...worker('after', `${DB}/fiscalization/invoice-claims.ts#claimNextSale`, isThere),
    ...worker(
      'after',
      `${DB}/fiscalization/outcomes.ts#recordFiscalizedAndClaim`,
      (result) => (result as { next: unknown }).next !== null,
    ),
  ],
  'delivery-claimed': worker(
    'after',
    `${DB}/fiscalization/invoice-claims.ts#claimNextDelivery`,
    isThere,
  ),
  numbered: worker(
    'after',
    `${DB}/number/numbering.ts#assignNumber`,
    (result) => (result as { kind: string }).kind === 'assigned',
  ),
  prepared: worker('after', STORE_MESSAGE, (result, args) => !isResend(result, args)),
  'resend-prepared': worker('after', STORE_MESSAGE, isResend),
  sent: worker('after', `${EFI_CLIENT}.registerInvoice`),
  recorded: worker('after', RECORD_OUTCOME, isRecorded),
  'deposit-prepared': [
    ...worker('after', `${DB}/deposit/cash-deposits.ts#storeDepositSubmission`, isThere),
    ...worker('after', `${DB}/deposit/withdrawal-claims.ts#storeWithdrawalSubmission`, isThere),
  ],
  'deposit-sent': worker('after', `${EFI_CLIENT}.registerCashDeposit`),
  'print-rendered': worker('before', `${DB}/print/print-requests.ts#finishPrint`),
  'print-stored': worker('after', `${DB}/print/print-requests.ts#finishPrint`),
  accepted: [
    api(`${DB}/fiscalization/request-fiscalization.ts#requestFiscalization`, isBegun),
    api(
      `${DB}/invoice/new-invoices.ts#openInvoiceStore()`,
      (_result, args) => (args[0] as { scheduledInMs: number | null }).scheduledInMs !== null,
    ),
  ],
  queued: [
    api('packages/queue/src/waker.ts#createWaker().wake'),
    api(`${DB}/work/wake-ups.ts#announceWork`),
  ],
} satisfies Record<string, FaultPoint[]>;

export type FaultPointName = keyof typeof FAULT_POINTS;
export const FAULT_POINT_NAMES = Object.keys(FAULT_POINTS) as readonly FaultPointName[];

/** What the worker does in place of the functions that make a guard. */
export const GUARDS = {
  /** The message is sent before it is stored. */
  'write-ahead': () => {
    const unstored = new Map<string, () => unknown>();
    const storeLater: Wrap =
      (store) =>
      (...args) => {
        const { requestUuid } = args.at(-1) as { requestUuid: string };
        unstored.set(requestUuid, () => store(...args));
        return Promise.resolve();
      };
    const storeAfterwards: Wrap =
      (send) =>
      async (...args) => {
        const outcome: unknown = await send(...args);
        await unstored.get(String(args[1]))?.();
        return outcome;
      };
    return {
      ...Object.fromEntries(STORE_MESSAGE.map((target) => [target, storeLater])),
      [`${EFI_CLIENT}.registerInvoice`]: storeAfterwards,
    };
  },
  /** Every claim writes, however old it is: each passes for the newest. */
  fencing: () => {
    const withNewestToken: Wrap =
      (write) =>
      async (...args) => {
        const [db, claimed, ...others] = args as [Database, Claimed, ...unknown[]];
        const text = 'select token from work where subject_id = $1 and token is not null';
        const { rows } = await db.pool.query(text, [claimed.invoice.id]);
        const token = rows[0]?.token ?? claimed.claim.token;
        return write(db, { ...claimed, claim: { ...claimed.claim, token } }, ...others);
      };
    const writes = [...RECORD_OUTCOME, ...STORE_MESSAGE, `${DB}/number/numbering.ts#assignNumber`];
    return Object.fromEntries(writes.map((target) => [target, withNewestToken]));
  },
  /** No question is asked, and nothing is found. */
  'receipt-check': () => ({
    [`${EFI_CLIENT}.checkReceipt`]: () => () => Promise.resolve({ kind: 'not-found' }),
  }),
  /** A lane takes work only when it is woken. */
  look: () => ({
    'apps/worker/src/lanes/lane.ts#openLane': (open) => (options) =>
      open({ ...(options as object), lookEveryMs: 2_000_000_000 }),
  }),
} satisfies Record<string, () => Record<Target, Wrap>>;

export type GuardName = keyof typeof GUARDS;

/** In the order in which they are tried. */
export const GUARD_NAMES = Object.keys(GUARDS) as readonly GuardName[];

interface Claimed {
  invoice: { id: string };
  claim: { token: string };
}
interface Database {
  pool: { query: (text: string, values: unknown[]) => Promise<{ rows: { token: string }[] }> };
}
