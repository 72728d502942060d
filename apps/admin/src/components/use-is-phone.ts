import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is as narrow as a phone's: lists are cards there, and filters folded away. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
}
