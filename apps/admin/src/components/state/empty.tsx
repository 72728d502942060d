import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** What an empty page says. */
export interface EmptyProps {
  icon: Icon;
  title: string;
  /** What belongs here and how it gets here. */
  text?: string;
  /** The button that makes the first one. */
  action?: ReactNode;
}

/** There is nothing (yet). Always says what to do next. */
export function Empty({ icon: Picture, title, text, action }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <ThemeIcon size={52} radius="xl" variant="light" mb={6} aria-hidden>
        <Picture size={26} stroke={1.6} />
      </ThemeIcon>
      <Title order={2}>{title}</Title>
      {text !== undefined && (
        <Text c="dimmed" maw={440}>
          {text}
        </Text>
      )}
      {action !== undefined && <div style={{ marginTop: 12 }}>{action}</div>}
    </Stack>
  );
}
