import { Box, Group, Stack, Text, Title, Paper } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '../../i18n/i18n.ts';
import { pageBefore } from './visits.ts';
import { PageLink, Note } from '../text/text.tsx';

interface BackLinkProps {
  to: string;
  label: string;
  /** The path of another list that leads here. */
  orTo?: string;
}

interface PageProps {
  title: string;
  /** One or two sentences under the title: what this page is for. */
  description?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Where the page was come from. */
  back?: BackLinkProps;
  /** `narrow` for forms and reading, `wide` for tables. */
  width?: 'narrow' | 'normal' | 'wide';
  children: ReactNode;
}

const widths = { narrow: 720, normal: 1040, wide: 1360 };
let isFirstPage = true;

/**
 * The frame of every page: its heading, which takes the focus after a navigation, and its title.
 */
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
      {back && <BackLink {...back} />}
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

interface SectionProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

/** A sheet on the page with a heading of its own. */
export function Section({ title, description, actions, children }: SectionProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} withBorder p={{ base: 'md', sm: 'lg' }}>
      <Group justify="space-between" align="flex-start" gap="md" wrap="wrap">
        <Stack gap={2} maw={640} flex="1 1 17rem">
          <Title order={2} id={id}>
            {title}
          </Title>
          {description !== undefined && <Note>{description}</Note>}
        </Stack>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children !== undefined && <div style={{ marginTop: 20 }}>{children}</div>}
    </Paper>
  );
}

/**
 * To the page before with its filters, where it was left; where one came from elsewhere, to `to`.
 */
function BackLink({ to, label, orTo }: BackLinkProps) {
  const { key } = useLocation();
  const navigate = useNavigate();
  const goBack = (event: MouseEvent) => {
    const before = pageBefore(key);
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0;
    if (!isPlain || before === undefined || (before !== to.split('?')[0] && before !== orTo))
      return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <PageLink to={to} onClick={goBack} c="dimmed" mb={8} display="inline-flex" data-not-printed>
      <Group gap={4} wrap="nowrap">
        <IconArrowLeft size={16} aria-hidden />
        {label}
      </Group>
    </PageLink>
  );
}
