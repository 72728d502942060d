import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { lazy, Suspense } from 'react';

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

/** The calendar is large, and the page does not wait for it. */
const DayInput = lazy(() => import('./day-input.tsx'));

/** A day, typed or chosen in a calendar, in the form that the reader writes days in. */
export function DayField(props: DayFieldProps) {
  const { label, description, w, flex, miw } = props;
  const place = { label, description, w, flex, miw };
  return (
    <Suspense fallback={<TextInput {...place} disabled />}>
      <DayInput {...props} />
    </Suspense>
  );
}
