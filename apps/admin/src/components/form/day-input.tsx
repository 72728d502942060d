import type { TextInputProps } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/en-gb';
import 'dayjs/locale/me';
import { DAY_FORMAT, parseDay } from '../../format/day-text.ts';
import { useLanguage, useTranslation } from '../../i18n/i18n.ts';

/** What the field is given. */
export interface DayFieldProps extends Pick<
  TextInputProps,
  'label' | 'description' | 'error' | 'w' | 'flex' | 'miw'
> {
  /** `2026-12-24`; empty for none. */
  value: string;
  onChange: (day: string) => void;
  minDate?: string | undefined;
  maxDate?: string | undefined;
}

/** The field itself, with its calendar. */
export default function DayInput({ value, onChange, minDate, maxDate, ...field }: DayFieldProps) {
  const language = useLanguage();
  const { t } = useTranslation();
  return (
    <DateInput
      {...field}
      locale={language === 'me' ? 'me' : 'en-gb'}
      firstDayOfWeek={1}
      hideOutsideDates
      // All days look alike: red is for what is wrong.
      weekendDays={[]}
      valueFormat={DAY_FORMAT[language]}
      dateParser={parseDay}
      placeholder={t('day.placeholder')}
      clearable
      clearButtonProps={{ 'aria-label': t('day.clear') }}
      ariaLabels={{
        previousMonth: t('day.previousMonth'),
        nextMonth: t('day.nextMonth'),
        previousYear: t('day.previousYear'),
        nextYear: t('day.nextYear'),
        previousDecade: t('day.previousDecade'),
        nextDecade: t('day.nextDecade'),
      }}
      {...(minDate !== undefined && { minDate })}
      {...(maxDate !== undefined && { maxDate })}
      value={value === '' ? null : value}
      onChange={(day) => onChange(day ?? '')}
    />
  );
}
