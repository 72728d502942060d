import { Group, List, Paper, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { useSession } from '../../api/session.ts';
import { formatDuration } from '../../format/time.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { problemsOf } from './health-problems.ts';
import type { HealthProblem } from './health-problems.ts';
import type { Health } from './health.ts';
import { useWords } from './words.ts';

const looks = {
  good: { color: 'green', Sign: IconCircleCheck },
  watch: { color: 'yellow', Sign: IconAlertTriangle },
  bad: { color: 'red', Sign: IconX },
} as const;

/** The answer to "is anything wrong?", before all figures. */
export function Overview({ health }: { health: Health }) {
  const { t } = useTranslation('operations');
  const { windowHours, remainingHours } = useSession().offlineDelivery;
  const problems = problemsOf(health, windowHours - remainingHours.urgent);
  const worst = problems[0]?.severity ?? 'good';
  const { color, Sign } = looks[worst];
  return (
    <Paper withBorder p="lg" role="status">
      <Group wrap="nowrap" align="flex-start" gap="md">
        <ThemeIcon size={44} radius="xl" variant="light" color={color} aria-hidden>
          <Sign size={24} />
        </ThemeIcon>
        <div>
          <Text fw={600} size="lg">
            {t(`health.${worst}`)}
          </Text>
          {problems.length === 0 ? (
            <Text c="dimmed">{t('problem.none')}</Text>
          ) : (
            <List mt={4} spacing={2}>
              {problems.map((problem) => (
                <List.Item key={JSON.stringify(problem)}>
                  <ProblemText problem={problem} />
                </List.Item>
              ))}
            </List>
          )}
        </div>
      </Group>
    </Paper>
  );
}

function ProblemText({ problem }: { problem: HealthProblem }) {
  const { t } = useTranslation('operations');
  const words = useWords();
  const { kind, environment, queue, count, all, ageSeconds = 0 } = problem;
  return t(`problem.${kind}`, {
    environment: environment && words.environment(environment),
    queue: queue && words.queue(queue),
    age: formatDuration(ageSeconds),
    count,
    all,
  });
}
