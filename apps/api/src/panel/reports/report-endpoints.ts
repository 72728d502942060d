// The reports of a company's cash registers, for its owner and its accountants. Extensions §8.

import { noteInspection } from '@fiscal/db/account';
import { JOURNALS, SUM_REPORTS } from '@fiscal/domain';
import { z } from 'zod';
import { endpointsFor } from '../../http/endpoint.ts';
import { idOf } from '../field-schemas.ts';
import { REPORT_QUERIES, REPORT_SUMMARIES } from '../../public/reports/report-query.ts';
import type { ReportName } from '../../public/reports/report-query.ts';
import { journal, report } from '../../public/reports/report-schemas.ts';
import { sendReport } from '../../public/reports/send-report.ts';
import type { ReportDependencies } from '../../public/reports/send-report.ts';

const { get } = endpointsFor<ReportDependencies>()('/companies/{companyId}', {
  tag: 'Panel: reports',
  access: 'company-report',
});

const cashRegister = idOf('cash register').toLowerCase();

export const panelReportEndpoints = [
  ...SUM_REPORTS.map((name) => endpointOf(name, report)),
  ...JOURNALS.map((name) => endpointOf(name, journal)),
];

function endpointOf(name: ReportName, result: z.ZodType) {
  const { operationId, summary } = REPORT_SUMMARIES[name];
  return get(`/reports/${name}`, {
    operationId: operationId.replace('read', 'readCompany'),
    summary,
    query: z.object({ ...REPORT_QUERIES[name].shape, cashRegister }),
    result,
    async handle({ deps, actor, params: { companyId }, query, response }) {
      const isInspected = actor.role === 'inspection';
      const environment = isInspected ? actor.environment : null;
      const asked = { report: name, ...query };
      if (isInspected) await noteInspection(deps.db, actor, 'inspection.read', asked);
      const call = { deps, response, companyId, environment, cashRegisterId: query.cashRegister };
      return sendReport(call, name, query);
    },
  });
}
