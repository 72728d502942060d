// Whom it concerns what is wrong with the service: companies by name, for operators. Reads open
// work, and companies by what they are set to.

import { URGENT_AFTER_HOURS } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import { statement } from '../connection/statement.ts';
import { FAILING_AFTER_ATTEMPTS, MISSING_PRINTS } from '../failed-work/failed-work.ts';
import { IS_OPEN } from './authority-circuits.ts';
import { DELIVERABLE } from './backlog.ts';

/** So many are named; `found` says how many there are. */
const MOST_NAMED = 20;

/** A company that something wrong with the service is about. */
export interface ConcernedCompany {
  companyId: string;
  name: string;
  /** Of all, also of those that are not named. */
  found: number;
}

const NAMED = `c.id as "companyId", c.name, count(*) over ()::int as found`;

/** Their messages alone get no reply. */
export const readSilentCompanies = statement.all<
  { environment: Environment },
  ConcernedCompany & { issuesOffline: boolean }
>(
  'read_silent_companies',
  `select ${NAMED}, c.offline_issuing as "issuesOffline"
   from authority_circuit a join company c on c.id::text = a.scope
   where a.environment = :environment::environment and a.${IS_OPEN} order by c.name, c.id limit ${MOST_NAMED}`,
);

/**
 * They may sell in the environment and issue nothing offline: while the authority is silent their
 * sales fail.
 */
export const readCompaniesIssuingOnline = statement.all<
  { environment: Environment },
  ConcernedCompany
>(
  'read_companies_issuing_online',
  `select ${NAMED} from company c
   where not c.offline_issuing and c.status = 'active'
     and (:environment::environment = 'test' or c.environment = :environment::environment)
   order by c.name, c.id limit ${MOST_NAMED}`,
);

/** Some of their deliveries are urgent, of either environment. */
export const readCompaniesRunningLate = statement.all<object, ConcernedCompany>(
  'read_companies_running_late',
  `select ${NAMED} from company c
   where c.id in (
     select company_id from ${DELIVERABLE}
     where since <= now() - interval '${URGENT_AFTER_HOURS} hours'
   ) order by c.name, c.id limit ${MOST_NAMED}`,
);

/** Of their prints some fail again and again. */
export const readCompaniesWithFailingPrints = statement.all<object, ConcernedCompany>(
  'read_companies_with_failing_prints',
  `select ${NAMED} from company c
   where c.id in (
     select i.company_id from ${MISSING_PRINTS} where w.attempts >= ${FAILING_AFTER_ATTEMPTS}
   ) order by c.name, c.id limit ${MOST_NAMED}`,
);
