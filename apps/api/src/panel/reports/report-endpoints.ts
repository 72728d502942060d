// The reports of a company's cash registers, for its owner and its accountants. Extensions §8.

import { noteInspection } from '@fiscal/db/account';
import { JOURNALS, SUM_REPORTS } from '@fiscal/domain';
import { z } from 'zod';
import { endpointsFor } from '../../http/endpoint.ts';
import { idOf } from '../field-schemas.ts';
import { isJournal, REPORTS } from '../../public/reports/report-query.ts';
import { journal, report } from '../../public/reports/report-schemas.ts';
import { sentences, sentencesOf } from '../sentences.ts';
import { sendReport } from '../../public/reports/send-report.ts';
import type { ReportDependencies } from '../../public/reports/send-report.ts';

const { get } = endpointsFor<ReportDependencies>()('/companies/{companyId}', {
  tag: 'Panel: reports',
  access: 'company-report',
});

const cashRegister = idOf('cash register').toLowerCase();

const panelReport = report.extend({ sentences }).meta({ id: 'AdminReport' });

export const panelReportEndpoints = [...SUM_REPORTS, ...JOURNALS].map((name) => {
  const [operationId, summary, query] = REPORTS[name];
  return get(`/reports/${name}`, {
    operationId: operationId.replace('read', 'readCompany'),
    summary,
    query: z.object({ ...query.shape, cashRegister }),
    result: isJournal(name) ? journal : panelReport,
    async handle({ deps, actor, params: { companyId }, query: asked, response }) {
      const isInspected = actor.role === 'inspection';
      const environment = isInspected ? actor.environment : null;
      if (isInspected) {
        await noteInspection(deps.db, actor, 'inspection.read', { report: name, ...asked });
      }
      const of = { companyId, environment, cashRegisterId: asked.cashRegister };
      const call = { deps, response, ...of, sayReasons: sentencesOf };
      return sendReport(call, name, asked);
    },
  });
});
