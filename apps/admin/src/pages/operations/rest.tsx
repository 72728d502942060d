import { Anchor, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Section } from '../../components/section.tsx';
import { Facts } from '../../components/facts.tsx';
import type { Health } from './health.ts';
import { useWords } from './words.ts';

/** Printing, and what waits for delivery. */
export function Rest({ health }: { health: Health }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      <Prints prints={health.prints} />
      <Offline offline={health.offline} />
    </SimpleGrid>
  );
}

function Prints({ prints }: { prints: Health['prints'] }) {
  const { t } = useTranslation('operations');
  const formats = useFormats();
  return (
    <Section title={t('prints.title')}>
      {prints.waiting === 0 && prints.failing === 0 ? (
        <Text c="dimmed">{t('prints.fine')}</Text>
      ) : (
        <Facts
          layout="ends"
          rows={[
            [t('prints.waiting'), formats.number(prints.waiting)],
            [t('prints.oldest'), formats.duration(prints.oldestAgeSeconds)],
            [t('prints.failing'), formats.number(prints.failing)],
          ]}
        />
      )}
    </Section>
  );
}

function Offline({ offline }: { offline: Health['offline'] }) {
  const { t } = useTranslation('operations');
  const words = useWords();
  const formats = useFormats();
  return (
    <Section title={t('offline.title')}>
      <Stack gap="md">
        {(['live', 'test'] as const).map((environment) => {
          const counts = offline.filter((row) => row.environment === environment);
          const total = counts.find(({ olderThanHours }) => olderThanHours === 0)?.count ?? 0;
          return (
            <div key={environment}>
              <Anchor component={Link} to={`/offline?environment=${environment}`} fw={500}>
                {words.environment(environment)}
              </Anchor>
              <Text size="sm" c="dimmed">
                {total === 0
                  ? t('offline.none')
                  : [
                      `${t('offline.total')} ${formats.number(total)}`,
                      ...counts
                        .filter(({ olderThanHours, count }) => olderThanHours > 0 && count > 0)
                        .map(
                          ({ olderThanHours, count }) =>
                            `${t('offline.olderThan', { hours: olderThanHours })}: ${count}`,
                        ),
                    ].join(', ')}
              </Text>
            </div>
          );
        })}
      </Stack>
    </Section>
  );
}
