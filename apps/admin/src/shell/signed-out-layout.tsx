import { Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { chooseLanguageSignedOut, useLanguage, useTranslation } from '../i18n/i18n.ts';
import { LANGUAGE_NAMES, localeOf } from '../i18n/language.ts';
import { TextButton } from '../components/text/text.tsx';
import { Sign } from './header/logo.tsx';

interface SignedOutLayoutProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** The frame of pages for people who are not signed in. */
export function SignedOutLayout({ title, lead, children }: SignedOutLayoutProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const other = language === 'me' ? 'en' : 'me';
  return (
    <Center mih="100dvh" px={16} py={24}>
      <title>{`${title} · ${t('product')}`}</title>
      <Stack component="main" gap="lg" w="min(100%, 26rem)">
        <Group gap="sm">
          <Sign size={36} />
          <Text fw={600} size="lg">
            {t('product')}
          </Text>
        </Group>
        <Paper withBorder p={{ base: 'lg', sm: 'xl' }} shadow="sm">
          <Title order={1} mb={4}>
            {title}
          </Title>
          <Text c="dimmed" mb="lg">
            {lead}
          </Text>
          {children}
        </Paper>
        <TextButton
          c="dimmed"
          lang={localeOf(other)}
          onClick={() => chooseLanguageSignedOut(other)}
        >
          {LANGUAGE_NAMES[other]}
        </TextButton>
      </Stack>
    </Center>
  );
}
