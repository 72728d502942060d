// What needs attention in a company, and what it issued last. Reads open work by its
// partial indexes, and one row of everything else.

import type { InvoiceStatus } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import {
  failedIn,
  IS_LATE,
  MISSING_PRINTS,
  stuckIn,
  valuesOf,
  WAITING_SALES,
} from '../failed-work/failed-work.ts';
import type { WorkScope } from '../failed-work/failed-work.ts';
import { JOIN_CONTENT } from '../invoice/stored-invoice.ts';
import { DELIVERABLE } from '../operations/backlog.ts';
import { SUSPENDED } from '../number/number-confirmation.ts';
import type { CompanyScope } from './company-day.ts';

/** What the numbers beside the menu say. */
interface WorkCounts {
  /** Failed, and not dismissed. */
  failed: number;
  /** Offline: handed out or taken out of a drawer, and still to be delivered. */
  waiting: number;
}

/** What is open in a company, and what it may do. */
export interface CompanyState extends WorkCounts {
  /** By when the first of those that wait has to be delivered. */
  nearestDeadline: Date | null;
  /** Of those that wait: little of the law's window remains. */
  late: number;
  /** Sales that should have had their outcome minutes ago. */
  stuck: number;
  failingPrints: number;
  /** Cash registers that sell nothing until their last number is confirmed. */
  held: number;
  /** An operator has paused the company: the API refuses its calls. */
  isPaused: boolean;
  /** Without a reply of the authority it hands invoices out all the same. */
  issuesOffline: boolean;
  /** Of the certificate that signs; null without one. */
  certificateEnds: Date | null;
  lastInvoice: LastInvoice | null;
}

export interface LastInvoice {
  id: string;
  status: InvoiceStatus;
  invoiceNumber: string | null;
  /** Euros, decimal text. */
  total: string;
  /** ISO 8601, as PostgreSQL's JSON writes it. */
  createdAt: string;
}

/** For its conditions: of one company, whichever it is. */
const SCOPE: WorkScope = { companyId: '', environment: 'test' };
const OF_COMPANY = 'i.company_id = :companyId::uuid and i.environment = :environment::environment';

const COUNTS = `
  (select count(*)::int from invoice i where ${failedIn(SCOPE)}) as failed, waiting.waiting`;
const WAITING = `
  (select count(*)::int as waiting, min(i.deliver_before) as "nearestDeadline",
          (count(*) filter (where ${IS_LATE}))::int as late
   from (select * from ${DELIVERABLE}) i
   where ${OF_COMPANY} and i.is_offline) as waiting`;

const readCounts = statement.one<object, WorkCounts>(
  'read_work_counts',
  `select ${COUNTS} from ${WAITING}`,
);

/** By index alone, for every page of the company. */
export function readWorkCounts(db: Database, scope: CompanyScope): Promise<WorkCounts> {
  return readCounts(db, valuesOf(scope));
}

const readState = statement.one<object, CompanyState>(
  'read_company_state',
  `select ${COUNTS}, waiting."nearestDeadline", waiting.late,
     (select count(*)::int from ${WAITING_SALES} where ${stuckIn(SCOPE, 'PENDING_STUCK')}) as stuck,
     (select count(*)::int from ${MISSING_PRINTS} where ${stuckIn(SCOPE, 'PRINT_FAILING')})
       as "failingPrints",
     (select count(*)::int from (${SUSPENDED}) suspended
      where company_id = :companyId::uuid and environment = :environment::environment) as held,
     company.*,
     (select not_after from certificate k where k.company_id = :companyId::uuid
        and k.environment = :environment::environment and k.is_active) as "certificateEnds",
     (select json_build_object('id', i.id, 'status', i.status, 'invoiceNumber', i.invoice_number,
        'total', content.computed -> 'totals' ->> 'total', 'createdAt', i.created_at)
      from invoice i ${JOIN_CONTENT} where ${OF_COMPANY} and i.status <> 'Draft'
      order by i.created_at desc, i.id desc limit 1) as "lastInvoice"
   from ${WAITING}, (
     select status = 'paused' as "isPaused", offline_issuing as "issuesOffline"
     from company where id = :companyId::uuid
   ) as company`,
);

/** Everything that the start page of a company shows. */
export function readCompanyState(db: Database, scope: CompanyScope): Promise<CompanyState> {
  return readState(db, valuesOf(scope));
}
