import { SegmentedControl, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../../i18n/i18n.ts';
import { companyQuery, useEnvironmentOf } from '../company-guard.tsx';

/** Test or live: in the URL, so that a link leads to what was seen. */
export default function EnvironmentSwitch({ companyId }: { companyId: string }) {
  const { t } = useTranslation();
  const [, setSearch] = useSearchParams();
  const { data: company } = useQuery(companyQuery(companyId));
  const environment = useEnvironmentOf(company ?? null);
  if (!company) return null;
  const choose = (value: string) => {
    // Filters and pages of one environment mean nothing in the other.
    setSearch({ environment: value });
  };
  return (
    <Tooltip label={t('environment.testHint')} disabled={environment !== 'test'}>
      <SegmentedControl
        aria-label={t('environment.label')}
        size="xs"
        radius="md"
        value={environment}
        onChange={choose}
        // Test is named by its word, and has a warm ground around it.
        {...(environment === 'test' && { bg: 'light-dark(#fbeed2, #3a2f17)' })}
        data={[
          { value: 'test', label: t('environment.test') },
          { value: 'live', label: t('environment.live') },
        ]}
      />
    </Tooltip>
  );
}
