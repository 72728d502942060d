import { Group, List, Paper, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { PageLink } from '../../components/text/text.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompanyPath } from '../../shell/company-guard.tsx';
import type { Today } from './today.ts';

type Problem = Today['problems'][number];

const looks = {
  good: { color: 'green', Sign: IconCircleCheck },
  watch: { color: 'yellow', Sign: IconAlertTriangle },
  bad: { color: 'red', Sign: IconX },
} as const;

/** Where something can be done about it; what is not here is for the service's operator. */
const PLACES: Partial<Record<Problem['kind'], string>> = {
  failed: 'failed',
  stuck: 'failed',
  prints: 'failed',
  late: 'offline',
  held: 'cash-registers',
  'certificate-missing': 'certificates',
  'certificate-ended': 'certificates',
  'certificate-ending': 'certificates',
};

/** The answer to "is anything wrong?". The API decides it. */
export function Wellness({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation('today');
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
            {t(`well.${worst}`)}
          </Text>
          {problems.length === 0 ? (
            <Text c="dimmed">{t('well.goodText')}</Text>
          ) : (
            <List mt={4} spacing={2}>
              {problems.map((problem) => (
                <List.Item key={problem.kind}>
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

function ProblemText({ problem: { kind, count } }: { problem: Problem }) {
  const { t } = useTranslation('today');
  const path = useCompanyPath();
  const text = t(`problem.${kind}`, { count });
  const place = PLACES[kind];
  if (place === undefined) return text;
  return (
    <PageLink to={path(place)} fz="md">
      {text}
    </PageLink>
  );
}
