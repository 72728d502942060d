import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../../i18n/i18n.ts';
import { useEnvironment } from '../../shell/company-door.tsx';

/** On the operators' pages, where no company says which environment is looked at. */
export function EnvironmentChoice() {
  const { t } = useTranslation();
  const environment = useEnvironment();
  const [, setSearch] = useSearchParams();
  return (
    <SegmentedControl
      aria-label={t('environment.label')}
      size="sm"
      value={environment}
      onChange={(value) => setSearch({ environment: value })}
      data={[
        { value: 'live', label: t('environment.live') },
        { value: 'test', label: t('environment.test') },
      ]}
    />
  );
}
