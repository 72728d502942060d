import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/i18n.ts';
import { PageLink } from '../text/text.tsx';

interface PageProps {
  title: string;
  /** One or two sentences under the title: what this page is for. */
  description?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Where the page was come from. */
  back?: { to: string; label: string };
  /** `narrow` for forms and reading, `wide` for tables. */
  width?: 'narrow' | 'normal' | 'wide';
  children: ReactNode;
}

const widths = { narrow: 720, normal: 1040, wide: 1360 };
let isFirstPage = true;

/** The frame of every page: its heading, which takes the focus after a navigation, and its title. */
export function Page({ title, description, actions, back, width = 'normal', children }: PageProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return (
    <Box maw={widths[width]} pb={64}>
      <title>{`${title} · ${t('product')}`}</title>
      {back && (
        <PageLink to={back.to} c="dimmed" mb={8} display="inline-flex" data-not-printed>
          <Group gap={4} wrap="nowrap">
            <IconArrowLeft size={16} aria-hidden />
            {back.label}
          </Group>
        </PageLink>
      )}
      <Group justify="space-between" align="flex-start" gap="md" mb="xl">
        <Stack gap={6} maw={640}>
          <Title order={1} ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {description !== undefined && <Text c="dimmed">{description}</Text>}
        </Stack>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Box>
  );
}
