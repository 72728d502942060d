import { TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { DayFieldProps } from './day-input.tsx';

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
