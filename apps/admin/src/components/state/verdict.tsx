import { Group, List, Paper, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';

const looks = {
  good: { color: 'green', Sign: IconCircleCheck },
  watch: { color: 'yellow', Sign: IconAlertTriangle },
  bad: { color: 'red', Sign: IconX },
} as const;

interface VerdictProps {
  severity: keyof typeof looks;
  title: string;
  /** Where there is no problem. */
  text: string;
  /** By a key of its own. */
  problems: readonly { key: string; text: ReactNode }[];
}

/** Whether anything is wrong, and what. */
export function Verdict({ severity, title, text, problems }: VerdictProps) {
  const { color, Sign } = looks[severity];
  return (
    <Paper withBorder p="lg" role="status">
      <Group wrap="nowrap" align="flex-start" gap="md">
        <ThemeIcon size={44} radius="xl" variant="light" color={color} aria-hidden>
          <Sign size={24} />
        </ThemeIcon>
        <div>
          <Text fw={600} size="lg">
            {title}
          </Text>
          {problems.length === 0 ? (
            <Text c="dimmed">{text}</Text>
          ) : (
            <List mt={4} spacing={2}>
              {problems.map((problem) => (
                <List.Item key={problem.key}>{problem.text}</List.Item>
              ))}
            </List>
          )}
        </div>
      </Group>
    </Paper>
  );
}
