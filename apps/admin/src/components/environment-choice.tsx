import { SegmentedControl } from '@mantine/core';
import type { SegmentedControlProps } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { Environment } from '../api/contract.ts';
import { useTranslation } from '../i18n/i18n.ts';

interface EnvironmentChoiceProps extends Omit<SegmentedControlProps, 'data' | 'value'> {
  environment: Environment;
}

/** Test or live: in the URL, so that a link leads to what was seen. */
export function EnvironmentChoice({ environment, ...others }: EnvironmentChoiceProps) {
  const { t } = useTranslation();
  const [, setSearch] = useSearchParams();
  return (
    <SegmentedControl
      {...others}
      aria-label={t('environment.label')}
      value={environment}
      // Filters and pages of one environment mean nothing in the other.
      onChange={(value) => setSearch({ environment: value })}
      data={(['test', 'live'] as const).map((value) => ({
        value,
        label: t(`environment.${value}`),
      }))}
    />
  );
}
