import { Button, Code, Stack, Text, Title } from '@mantine/core';
import { useRouteError } from 'react-router';
import { useTranslation } from '../i18n/i18n.ts';

/** A page that broke, or whose files are gone because a newer version has been published. */
export function Crash() {
  const { t } = useTranslation();
  const error = useRouteError();
  return (
    <Stack component="main" align="center" gap="sm" p="xl" ta="center" role="alert">
      <Title order={1}>{t('crash.title')}</Title>
      <Text c="dimmed">{t('crash.text')}</Text>
      <Button onClick={() => window.location.reload()}>{t('crash.reload')}</Button>
      {error instanceof Error && <Code>{error.message}</Code>}
    </Stack>
  );
}
