// What an inspector sees at the till, without anybody's account: the reports and the IIC check.

import { Box, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { isProblem } from '../../api/problem.ts';
import { queryClient } from '../../api/query-client.ts';
import { sessionQuery } from '../../api/session.ts';
import { Page } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { useNow } from '../../components/use-now.ts';
import { withValues } from '../../components/use-search.ts';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { IicCheck } from '../inspector/inspector-page.tsx';
import { Reports } from './reports.tsx';

/** Where the link leads, `/inspection#token`; what stands behind the # is sent to no log. */
export function InspectionPage() {
  const { t } = useTranslation('reports');
  const token = useLocation().hash.slice(1);
  const query = useQuery({
    queryKey: ['inspection', token],
    queryFn: async () => {
      // Where somebody is signed in, the call says so with the token of the session.
      await queryClient.query(sessionQuery);
      return call('post', '/inspection', { body: { token } });
    },
    retry: false,
    staleTime: Infinity,
  });
  const end = query.data?.expiresAt ?? Infinity;
  const isOver = useNow(10_000) > new Date(end) || isProblem(query.error, 'NOT_FOUND');
  return (
    <Box component="main" maw={1040} mx="auto" p="md">
      {isOver ? (
        <Page title={t('inspection.over')}>{null}</Page>
      ) : (
        <QueryView query={query}>{(view) => <View view={view} />}</QueryView>
      )}
    </Box>
  );
}

function View({ view }: { view: Schema<'AdminInspection'> }) {
  const { t } = useTranslation('reports');
  const { time } = useFormats();
  // In the URL it would take the place of the token.
  const [chosen, choose] = useState(() => new URLSearchParams());
  const { companyId, company, tin, environment, expiresAt, cashRegisters } = view;
  return (
    <Page
      title={t('inspection.title')}
      description={`${company}, ${tin}. ${t('inspection.until', { time: time(expiresAt) })}`}
    >
      <Stack gap="lg">
        <Reports
          companyId={companyId}
          cashRegisters={cashRegisters}
          search={[chosen, (values) => choose((before) => withValues(before, values))]}
          hasInvoices={false}
        />
        <IicCheck companyId={companyId} environment={environment} tin={tin} />
      </Stack>
    </Page>
  );
}
