import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api/client.ts';
import { useSession } from '../../../api/session.ts';
import { PageLink } from '../../../components/text/text.tsx';
import { useTranslation } from '../../../i18n/i18n.ts';
import { useCompany } from '../../../shell/company-guard.tsx';

/**
 * Above the invoices of a live company that has issued test invoices at most: its customers get
 * none.
 */
export function FirstSaleWarning() {
  const { t } = useTranslation('start');
  const { id: companyId, environment } = useCompany();
  const { role } = useSession().user;
  const { data } = useQuery({
    ...read('/companies/{companyId}/checklist', { companyId }),
    enabled: environment === 'live',
  });
  if (!data?.isLive || data.firstSale.every(({ isDone }) => isDone)) return null;
  return (
    <Alert color="yellow" role="status" icon={<IconAlertTriangle />} mb="lg">
      <Text size="sm">{t('live.isLiveWithout')}</Text>
      {(role === 'operator' || role === 'company_admin') && (
        <PageLink to="../start" relative="path">
          {t('live.toSteps')}
        </PageLink>
      )}
    </Alert>
  );
}
