import { Button, Code, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { askService, awaySince } from '../api/connection.ts';
import { ErrorBoundary } from '../components/state/missing-file.tsx';
import { useTranslation } from '../i18n/i18n.ts';
import { useStore } from '../store.ts';

const onceShown = new Set<() => void>();

/** Does it once the next crash is on the screen. */
export function onceCrashIsShown(action: () => void): void {
  onceShown.add(action);
}

/**
 * Shown where a page broke, or its files are gone because a newer version has been published. Where
 * they could not be fetched because the service was away, the page is loaded anew once it is back:
 * some browsers remember for as long as the page lives that a module could not be fetched.
 */
function Crash({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const isAway = useStore(awaySince) !== null;
  const wasAway = useRef(isAway);
  useEffect(() => {
    for (const action of onceShown) action();
    onceShown.clear();
    void askService();
  }, []);
  useEffect(() => {
    if (!isAway && wasAway.current) window.location.reload();
    wasAway.current = isAway;
  }, [isAway]);
  if (isAway) {
    return (
      <Stack component="main" align="center" gap="sm" p="xl" ta="center" role="alert">
        <Title order={1}>{t('away.pageTitle')}</Title>
        <Text c="dimmed">{t('away.page')}</Text>
        <Button onClick={() => void askService()}>{t('action.retry')}</Button>
      </Stack>
    );
  }
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
