import { Group, Paper, Stack, Title } from '@mantine/core';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Note } from '../text/text.tsx';

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
