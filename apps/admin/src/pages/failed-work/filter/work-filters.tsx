import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DayField } from '../../../components/form/day-field.tsx';
import { Filters } from '../../../components/page/filters.tsx';
import { useTranslation } from '../../../i18n/i18n.ts';
import { useFailureWords } from '../failure-words.tsx';
import { tillsQuery } from '../work.ts';
import type { AffectedTill, FailureCause, WorkScope } from '../work.ts';
import { NO_FILTER } from './work-filter.ts';
import type { WorkFilter } from './work-filter.ts';

interface WorkFiltersProps {
  scope: WorkScope;
  filter: WorkFilter;
  causes: readonly FailureCause[];
  onChange: (change: Partial<WorkFilter>) => void;
}

/**
 * What the page is narrowed to; every change goes into the URL. Only what has failed is offered.
 */
export function WorkFilters({ scope, filter, causes, onChange }: WorkFiltersProps) {
  const { t } = useTranslation('failed-work');
  const words = useFailureWords();
  const { companyId, environment } = scope;
  const { data } = useQuery(tillsQuery({ companyId, environment }, null));
  const tills = data?.tills ?? [];
  const ofCompany = tills.filter(
    (till) => filter.companyId === null || till.companyId === filter.companyId,
  );
  const anyOf = { placeholder: t('filter.any'), clearable: true };
  return (
    <Filters
      label={t('filter.label')}
      narrowing={Object.values(filter).filter((value) => value !== null).length}
      onClear={() => onChange(NO_FILTER)}
    >
      {companyId === null && (
        <Select
          {...anyOf}
          searchable
          label={t('column.company')}
          value={filter.companyId}
          data={choices(tills, 'companyId', ({ companyName }) => companyName)}
          onChange={(value) => onChange({ companyId: value, cashRegisterId: null })}
        />
      )}
      <Select
        {...anyOf}
        searchable
        label={t('filter.till')}
        value={filter.cashRegisterId}
        data={choices(ofCompany, 'cashRegisterId', ({ companyName, cashRegisterName }) =>
          companyId === null ? `${companyName}: ${cashRegisterName}` : cashRegisterName,
        )}
        onChange={(value) => onChange({ cashRegisterId: value })}
      />
      <Select
        {...anyOf}
        label={t('filter.cause')}
        value={filter.cause}
        data={causes.map((cause) => ({ value: cause.cause, label: words.choiceOf(cause) }))}
        onChange={(value) => onChange({ cause: value })}
      />
      {(['from', 'to'] as const).map((end) => (
        <DayField
          key={end}
          label={t(`filter.${end}`)}
          value={filter[end] ?? ''}
          onChange={(day) => onChange({ [end]: day })}
        />
      ))}
    </Filters>
  );
}

/** Each once. */
function choices(
  tills: readonly AffectedTill[],
  key: 'companyId' | 'cashRegisterId',
  labelOf: (till: AffectedTill) => string,
) {
  return [...new Map(tills.map((till) => [till[key], labelOf(till)]))].map(([value, label]) => ({
    value,
    label,
  }));
}
