// What an inspector sees at the till, without anybody's account: the reports and the IIC check.

import { Box, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../api/client.ts';
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
  const { time } = useFormats();
  const token = useLocation().hash.slice(1);
  // In the URL it would take the place of the token.
  const [chosen, choose] = useState(() => new URLSearchParams());
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
        <QueryView query={query}>
          {(view) => (
            <Page
              title={t('inspection.title')}
              description={`${view.company}, ${view.tin}. ${t('inspection.until', { time: time(view.expiresAt) })}`}
            >
              <Stack gap="lg">
                <Reports
                  {...view}
                  search={[chosen, (values) => choose((before) => withValues(before, values))]}
                />
                <IicCheck {...view} />
              </Stack>
            </Page>
          )}
        </QueryView>
      )}
    </Box>
  );
}
