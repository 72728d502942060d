import { Button, Code, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ErrorBoundary } from '../components/state/missing-file.tsx';
import { useTranslation } from '../i18n/i18n.ts';

/** Says that a page broke, or that its files are gone because a newer version has been published. */
function Crash({ error }: { error: unknown }) {
  const { t } = useTranslation();
  return (
    <Stack component="main" align="center" gap="sm" p="xl" ta="center" role="alert">
      <Title order={1}>{t('crash.title')}</Title>
      <Text c="dimmed">{t('crash.text')}</Text>
      <Button onClick={() => window.location.reload()}>{t('crash.reload')}</Button>
      {error instanceof Error && <Code>{error.message}</Code>}
    </Stack>
  );
}

/** Shows `Crash` in place of a page that breaks, until another one is visited. */
export function CrashBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return (
    <ErrorBoundary visit={key} instead={(error) => <Crash error={error} />}>
      {children}
    </ErrorBoundary>
  );
}
