import { read } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';

/** How much of the authority's history is shown. */
export const HISTORY_MINUTES = 60;

/** Says the same as the query, every two seconds. */
export const HEALTH_STREAM = `/admin/api/operations/events?minutes=${HISTORY_MINUTES}`;

/** The first state; the stream sends the ones after it. */
export const healthQuery = read('/operations/health', { minutes: HISTORY_MINUTES });

/** The state of the service, as the API sends it every two seconds. */
export type Health = Schema<'AdminHealth'>;
/** How the authority responds in an environment. */
export type EfiHealth = Schema<'AdminAuthorityHealth'>;

/** Companies by name, and how many there are. */
export type Concerned = Schema<'AdminConcernedCompanies'>;

/** One of the lanes. */
export type LaneName = Health['queues'][number]['queue'];
