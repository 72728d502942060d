// What the endpoints work with, those of the panel with more than the public API's.

import type { ChangeListener } from '@fiscal/db/change';
import type { Database } from '@fiscal/db/connection';
import type { EndCreate, RecordReader, StoreInvoice } from '@fiscal/db/invoice';
import type { Environment } from '@fiscal/domain';
import type { Logger } from '@fiscal/runtime';
import type { Request } from 'express';
import type { ForwardingWatch } from './http/request/forwarding-watch.ts';
import type { AccountLimits } from './limits/account-limits.ts';
import type { Accounts } from './panel/accounts/accounts.ts';
import type { Actor } from './access/actor.ts';
import type { Scheduler } from './work/scheduling.ts';
import type { WakeUps } from './work/wake-ups.ts';

/** Knows who sent a request to the panel. */
export interface Sessions {
  /**
   * Null without a valid session.
   * @param isUse whether the call counts as use of the session, so that it does not end for
   * idleness.
   */
  actorOf(request: Request, isUse?: boolean): Promise<Actor | null>;
  /** Whether a call that changes something was sent by our own pages. */
  isFromOurPages(request: Request): Promise<boolean>;
}

/** The pages that verification URLs point at. */
export type VerificationPages = Readonly<Record<Environment, string>>;

/** Software and maintainer, which are registered in each environment by itself. */
export type ProviderCodes = Readonly<
  Record<Environment, { softwareCode: string; maintainerCode: string } | null>
>;

/** What every endpoint works with. */
export interface SharedDependencies {
  db: Database;
  changes: ChangeListener;
  wakeUps: WakeUps;
  records: RecordReader;
  storeInvoice: StoreInvoice;
  endCreate: EndCreate;
  /** Of sales. */
  scheduler: Scheduler;
  /** Of prints alone: what a company prints must not hold up what it sells. */
  printScheduler: Scheduler;
  /** The configured rates in percent. */
  vatRates: readonly number[];
  /** How far beyond the highest number in use a client may choose one. */
  orderNumberMaxAhead: number;
  verificationPages: VerificationPages;
  createAndPrintWaitMs: number;
  /** How long a call waits for a print. */
  pdfWaitMs: number;
  /** How long a key operation is waited for; the worker makes none that is older. */
  keyOperationWaitMs: number;
  clock: () => Date;
  logger: Logger;
}

/** Connections that files of invoices are read with: others than those of sales. */
export const EXPORT_CONNECTIONS = 2;

/** What those of the panel work with besides. */
export interface PanelParts {
  sessions: Sessions;
  accounts: Accounts;
  accountLimits: AccountLimits;
  /** Of EXPORT_CONNECTIONS. */
  exportDb: Pick<Database, 'pool'>;
  /** What the provider of the service is to the authority; null where it is not configured. */
  providerCodes: ProviderCodes;
  /** Active API keys that a company may have, of both environments together. */
  mostApiKeys: number;
  /** Whether this process knows a live endpoint of the authority. */
  isLiveConnected: boolean;
  /** Public half of the certificate vault, `age1…`. */
  certificateRecipient: string;
}

/** All of the panel's; the public API's have only what is shared. */
export interface Dependencies extends SharedDependencies, PanelParts {
  /** Whether a proxy stands before the API that is not trusted. */
  forwarding: Pick<ForwardingWatch, 'isIgnored'>;
}
