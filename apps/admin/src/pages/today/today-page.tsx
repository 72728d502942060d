import { Button, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFileInvoice } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useMay } from '../../api/may.ts';
import { Page, Section } from '../../components/page/page.tsx';
import { Empty, QueryView } from '../../components/state/query-view.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany, useCompanyPath, useEnvironment } from '../../shell/company-guard.tsx';
import { LiveBadge } from '../../live/live-badge.tsx';
import { useCountedEvents } from '../../live/use-event-stream.ts';
import { SalesByHour } from './sales-by-hour.tsx';
import { Tiles } from './tiles.tsx';
import { todayQuery } from './today.ts';
import type { Today } from './today.ts';
import { Wellness } from './wellness.tsx';

/** The first page of a company: how its day goes, and what needs attention. */
export default function TodayPage() {
  const { t } = useTranslation('today');
  const formats = useFormats();
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const options = todayQuery(companyId, environment);
  const query = useQuery(options);
  const live = useCountedEvents({ companyId, environment }, options.queryKey);
  const day = query.data?.hours[0]?.startsAt;
  return (
    <Page
      title={t('title')}
      description={day && t('intro', { day: formats.date(day) })}
      width="wide"
      actions={<LiveBadge state={live} />}
    >
      <QueryView query={query} lines={8}>
        {(today) => (
          <Stack gap="lg">
            {(today.lastInvoice !== null || today.problems.length > 0) && (
              <Wellness today={today} />
            )}
            {today.lastInvoice === null ? <Begin /> : <Day today={today} />}
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

function Day({ today }: { today: Today }) {
  const { t } = useTranslation('today');
  return (
    <>
      <SimpleGrid
        cols={{ base: 2, md: 3, lg: 5 }}
        spacing={{ base: 'xs', sm: 'md' }}
        component="ul"
        aria-label={t('tile.label')}
        p={0}
        m={0}
        style={{ listStyle: 'none' }}
      >
        <Tiles today={today} />
      </SimpleGrid>
      <Section title={t('sales.title')}>
        <SalesByHour today={today} />
      </Section>
    </>
  );
}

/** Before the first invoice there is no day to show. */
function Begin() {
  const { t } = useTranslation('today');
  const path = useCompanyPath();
  const { change } = useMay();
  return (
    <Empty
      icon={IconFileInvoice}
      title={t('begin.title')}
      text={t(change ? 'begin.text' : 'begin.wait')}
      action={
        change && (
          <Button component={Link} to={path('start')}>
            {t('begin.action')}
          </Button>
        )
      }
    />
  );
}
