import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useTranslation } from '../../i18n/i18n.ts';

/** Grey lines where content will be; screen readers announce that it is being loaded. */
export function Loading({ lines = 4 }: { lines?: number | undefined }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md" role="status" p="xs">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={line === 0 ? 28 : 18} width={line === 0 ? '40%' : '100%'} />
      ))}
    </Stack>
  );
}
