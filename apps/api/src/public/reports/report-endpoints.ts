// The reports of the key's cash register. Extensions §8.

import { validate as isUuid } from 'uuid';
import { JOURNALS, SUM_REPORTS } from '@fiscal/domain';
import { endpointsFor } from '../../http/endpoint.ts';
import { readQuery } from '../../http/request/read-query.ts';
import { noSuch } from '../../http/refusal/refusal.ts';
import { MEDIA_TYPES } from '../../files/send-file.ts';
import { jsonResponse, shared } from '../../openapi/responses.ts';
import { isJournal, REPORTS } from './report-query.ts';
import { journal, report } from './report-schemas.ts';
import { sendReport } from './send-report.ts';
import type { ReportDependencies } from './send-report.ts';
import { NO_CASH_REGISTER } from '../require-caller.ts';
import { JOURNAL, REPORT } from './examples.ts';

const { get } = endpointsFor<ReportDependencies>()('/reports', {
  tag: 'Reports',
  access: 'api-key',
});

const DESCRIPTION =
  'Documents with a number by the day of their issue in Podgorica: a document that changes later changes its ' +
  'report, and nothing is closed. It counts once more for every 10 days, or every 100 documents of a journal.';

const files = Object.fromEntries(
  Object.values(MEDIA_TYPES).map((type) => [type, { schema: { type: 'string' } }]),
);

export const reportEndpoints = [...SUM_REPORTS, ...JOURNALS].map((name) => {
  const [operationId, summary, query] = REPORTS[name];
  const shape = isJournal(name)
    ? { shown: 'Journal', result: journal, example: JOURNAL }
    : { shown: 'Report', result: report, example: REPORT };
  const example = { report: shape.example };
  const ok = jsonResponse('The report.', shape.shown, example, 'Content-Disposition');
  return get(`/${name}`, {
    operationId,
    summary,
    description: DESCRIPTION,
    query,
    result: shape.result,
    responses: {
      200: { ...ok, content: { ...ok.content, ...files } },
      400: shared('QueryNotValid'),
      404: shared('NotFound'),
      409: name === 'day' ? shared('DayNotOver') : shared('CashRegisterMissing'),
      410: shared('InvoiceDetached'),
      503: shared('PdfNotReady'),
    },
    handle({ deps, actor, request, response }) {
      if (actor.cashRegisterId === null) return NO_CASH_REGISTER;
      const { cashRegister, operatorName } = request.query;
      const isNamed = typeof cashRegister === 'string' && isUuid(cashRegister);
      if (isNamed && cashRegister.toLowerCase() !== actor.cashRegisterId) {
        return noSuch('cash register');
      }
      const { company, environment, cashRegisterId } = actor;
      const call = { deps, response, companyId: company.id, environment, cashRegisterId };
      const read = readQuery(query, request.query);
      if (read.kind === 'valid') return sendReport(call, name, read.values);
      const said = typeof operatorName === 'string' ? { operatorName } : {};
      return sendReport(call, name, { format: 'json', language: 'me', ...said }, read.issues);
    },
  });
});
