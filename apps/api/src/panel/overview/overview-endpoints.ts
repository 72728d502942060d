// Where a company, and the service as a whole, stand today: what people see first.

import type { Database } from '@fiscal/db/connection';
import {
  readRegistersWithoutLiveSale,
  readCompanyDay,
  readCompanyState,
  readEndingCertificates,
  readWorkByCompany,
  readWorkCounts,
} from '@fiscal/db/overview';
import type { CompanyScope } from '@fiscal/db/overview';
import { listWorkers, readOpenCircuits, readPausedLanes } from '@fiscal/db/operations';
import { localDateOf, localDayOf } from '@fiscal/domain';
import type { z } from 'zod';
import { endpointsFor, ok } from '../../http/endpoint.ts';
import { fieldsOf, instantText } from '../field-schemas.ts';
import { authorityOf } from '../operations/health-snapshot.ts';
import { senderRefusalOf } from '../sender-refusal.ts';
import {
  listedRows,
  overview,
  overviewQuery,
  sales,
  today,
  workCounts,
} from './overview-schemas.ts';
import { daysLeft, problemsOfToday } from './today-problems.ts';
import type { AuthoritySeen, ServiceSeen } from './today-problems.ts';

const HOUR_MS = 3_600_000;
/** Within so many days a certificate ends that an operator should know of. */
const CERTIFICATE_DAYS = 60;

const ofCompany = endpointsFor<{ db: Database; clock: () => Date }>()('/companies/{companyId}', {
  tag: 'Panel: overview',
  access: 'company-read',
});
const ofService = endpointsFor<{ db: Database; clock: () => Date }>()('', {
  tag: 'Panel: overview',
  access: 'service-read',
});

/** The first page of a company and of operators, and the numbers beside the menu. */
export const overviewEndpoints = [
  ofCompany.get('/today', {
    operationId: 'readToday',
    summary: 'The day of the company: its sales by hour, and what needs attention',
    query: overviewQuery,
    result: today,
    handle: async ({ deps, params, query }) => ok(await readToday(deps, { ...params, ...query })),
  }),
  ofCompany.get('/work-counts', {
    operationId: 'readWorkCounts',
    summary: 'How many invoices of the company have failed, and how many wait for delivery',
    query: overviewQuery,
    result: workCounts,
    handle: async ({ deps, params, query }) =>
      ok(await readWorkCounts(deps.db, { ...params, ...query })),
  }),
  ofService.get('/overview', {
    operationId: 'readOverview',
    summary: 'What an operator has to look after, over all companies',
    query: overviewQuery,
    result: overview,
    async handle({ deps: { db, clock }, query: { environment } }) {
      const now = clock();
      const work = await readWorkByCompany(db, { environment });
      const ending = await readEndingCertificates(db, { environment, now, days: CERTIFICATE_DAYS });
      const certificates = ending.map((row) => ({
        ...row,
        daysLeft: daysLeft(row.notAfter, now),
      }));
      return ok({
        at: now,
        work: listOf(listedRows.work, work),
        certificates: listOf(listedRows.certificate, certificates),
        withoutLiveSale: listOf(listedRows.withoutLiveSale, await readRegistersWithoutLiveSale(db)),
      });
    },
  }),
];

/** @param rows each with the number of all. */
function listOf<Row extends z.ZodObject>(
  row: Row,
  rows: readonly (z.input<Row> & { found: number })[],
) {
  return { found: rows[0]?.found ?? 0, listed: rows.map((each) => fieldsOf(row, each)) };
}

async function readToday(
  deps: { db: Database; clock: () => Date },
  scope: CompanyScope,
): Promise<Today> {
  const { db, clock } = deps;
  const now = clock();
  const { certificateEnds, lastInvoice, isPaused, issuesOffline, ...state } =
    await readCompanyState(db, scope);
  const { isHindered, ...authority } = await readAuthority(db, scope, now);
  const isLanePaused = await isWorkPaused(db, scope);
  const isInUse = lastInvoice !== null;
  const senderRefusal = await senderRefusalOf(deps, scope);
  return {
    at: now,
    ...(await readSales(db, scope, now)),
    ...state,
    certificate: certificateEnds && {
      endsAt: certificateEnds,
      daysLeft: daysLeft(certificateEnds, now),
    },
    authority,
    senderRefusal,
    lastInvoice: lastInvoice && {
      ...lastInvoice,
      createdAt: instantText(lastInvoice.createdAt),
    },
    problems: problemsOfToday(
      { ...state, isPaused, issuesOffline, certificateEnds },
      { isLanePaused, isHindered, authority },
      { isInUse, isRefused: senderRefusal !== null, now },
    ),
  };
}

type Today = z.input<typeof today>;

/** Every hour of the day, also those without a sale. */
async function readSales(db: Database, scope: CompanyScope, now: Date) {
  const day = localDayOf(now);
  const sold = await readCompanyDay(db, { ...scope, ...day });
  const salesOf = (hour: number | null) =>
    sold.filter((row) => row.hour === hour).map((row) => fieldsOf(sales, row));
  const count = (day.to.getTime() - day.from.getTime()) / HOUR_MS;
  const hours = Array.from({ length: count }, (_, hour) => ({
    startsAt: new Date(day.from.getTime() + hour * HOUR_MS),
    sales: salesOf(hour),
  }));
  return { day: localDateOf(now), hours, totals: salesOf(null) };
}

/** The authority's silence to all, or to this company alone, and whether any worker can sign. */
async function readAuthority(
  db: Database,
  { companyId, environment }: CompanyScope,
  now: Date,
): Promise<AuthoritySeen & Pick<ServiceSeen, 'isHindered'>> {
  const workers = await listWorkers(db);
  if (!workers.some(({ isAlive }) => isAlive)) {
    return { state: 'unknown', since: null, isHindered: false };
  }
  const { circuit, disbelief, isHindered } = authorityOf(workers, environment);
  if (circuit?.state === 'open') return { state: 'silent', since: circuit.since, isHindered };
  const open = await readOpenCircuits(db, { environment });
  const own = open.find(({ scope }) => scope === 'authority' || scope === companyId);
  if (own) {
    return { state: 'silent', since: new Date(now.getTime() - own.openForMs), isHindered };
  }
  if (disbelief !== null) return { state: 'disbelieved', since: null, isHindered };
  return { state: 'answers', since: circuit?.since ?? null, isHindered };
}

/**
 * Whether a lane is paused without which invoices of this environment are not registered or
 * delivered.
 */
async function isWorkPaused(db: Database, { environment }: CompanyScope) {
  const sales = environment === 'live' ? 'fiscalization' : 'test-fiscalization';
  const paused = await readPausedLanes(db);
  return paused.some(({ lane }) => [sales, 'delivery', 'printing'].includes(lane));
}
