import { Anchor, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { call, read } from '../../api/client.ts';
import { useMay } from '../../api/may.ts';
import { useSession } from '../../api/session.ts';
import { ChangeButton, useChange } from '../../components/form/change.tsx';
import { Page, Section } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { CopyButton } from '../../components/text/copy.tsx';
import { QrCode } from '../../components/text/qr-code.tsx';
import { useSearch } from '../../components/use-search.ts';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany, useEnvironment } from '../../shell/company-guard.tsx';
import { NoAccess } from '../../shell/not-found.tsx';
import { InspectionPage } from './inspection-page.tsx';
import { Reports } from './reports.tsx';

/** Of a company, or what an inspector sees of them. */
export default function ReportsPage() {
  return useLocation().pathname === '/inspection' ? <InspectionPage /> : <OfCompany />;
}

/** The reports of the cash registers, and the way to show them to an inspector. */
function OfCompany() {
  const { t } = useTranslation('reports');
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const search = useSearch();
  const { role } = useSession().user;
  const query = useQuery(read('/companies/{companyId}/cash-registers', { companyId, environment }));
  if (!useMay().report) return <NoAccess />;
  return (
    <Page title={t('title')}>
      <Stack gap="lg">
        <QueryView query={query}>
          {({ cashRegisters }) => (
            <Reports companyId={companyId} cashRegisters={cashRegisters} search={search} />
          )}
        </QueryView>
        {role === 'company_admin' && <Inspection />}
      </Stack>
    </Page>
  );
}

const view = '/companies/{companyId}/inspection';

/** Opens the inspection view, and ends it. */
function Inspection() {
  const { t } = useTranslation('reports');
  const { time } = useFormats();
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const open = useChange(() => call('post', view, { companyId, body: { environment } }));
  const end = useChange(() => call('delete', view, { companyId, environment }), {
    done: t('inspection.closed'),
    onDone: open.reset,
  });
  const link = `${window.location.origin}/admin/inspection#${open.data?.token ?? ''}`;
  return (
    <Section
      title={t('inspection.title')}
      description={t('inspection.intro')}
      actions={
        <>
          <ChangeButton change={open}>{t('inspection.open')}</ChangeButton>
          <ChangeButton change={end} variant="default">
            {t('inspection.end')}
          </ChangeButton>
        </>
      }
    >
      {open.data && (
        <Stack align="flex-start">
          {t('inspection.until', { time: time(open.data.expiresAt) })}
          <QrCode text={link} label={t('inspection.title')} />
          <CopyButton value={link} label={t('inspection.link')} variant="default" />
          <Anchor href={link}>{t('inspection.here')}</Anchor>
        </Stack>
      )}
    </Section>
  );
}
