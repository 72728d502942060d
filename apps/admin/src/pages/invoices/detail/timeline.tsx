import { Text, Timeline as Line, ThemeIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  IconHistory,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconEyeOff,
  IconFilePlus,
  IconHash,
  IconHandStop,
  IconPlayerTrackNext,
  IconPrinter,
  IconRefresh,
  IconSend,
  IconTestPipe,
  IconX,
} from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import type { Icon } from '@tabler/icons-react';
import { useFormats } from '../../../format/use-formats.ts';
import { useTranslation } from '../../../i18n/i18n.ts';
import { Instant, Note, PageLink } from '../../../components/text/text.tsx';
import { useSentences } from '../../../components/sentences/use-sentences.ts';
import type { Sentence } from '../../../components/sentences/words-of.ts';
import { QueryView } from '../../../components/state/query-view.tsx';
import { Section } from '../../../components/page/page.tsx';
import { useCompany } from '../../../shell/company-guard.tsx';
import { timelineQuery } from '../invoice-queries.ts';
import type { TimelineEvent } from '../invoice-queries.ts';

/** The sign beside each kind of line; its words say the same. */
const looks: Readonly<Record<TimelineEvent['kind'], readonly [color: string, Sign: Icon]>> = {
  created: ['gray', IconFilePlus],
  'number-given': ['gray', IconHash],
  'number-freed': ['gray', IconHandStop],
  'message-sent': ['blue', IconSend],
  'message-registered': ['green', IconCircleCheck],
  'message-refused': ['red', IconX],
  'message-unanswered': ['yellow', IconAlertTriangle],
  'handed-out-offline': ['yellow', IconClock],
  fiscalized: ['green', IconCircleCheck],
  failed: ['red', IconX],
  printed: ['pine', IconPrinter],
  retried: ['blue', IconRefresh],
  dismissed: ['gray', IconEyeOff],
  'brought-forward': ['blue', IconPlayerTrackNext],
  tested: ['blue', IconTestPipe],
  other: ['gray', IconCircleDashed],
};

/** Everything that happened to an invoice, oldest first, in words. */
export function Timeline({ invoiceId }: { invoiceId: string }) {
  const { id: companyId } = useCompany();
  const { t } = useTranslation('invoices');
  const query = useQuery(timelineQuery(companyId, invoiceId));
  return (
    <QueryView
      query={query}
      isEmpty={({ events }) => events.length === 0}
      empty={{ icon: IconHistory, title: t('timeline.empty') }}
    >
      {({ events, sentences }) => (
        <Section title={t('timeline.title')}>
          <Line bulletSize={30} lineWidth={2} active={events.length} role="list">
            {events.map((event, index) => {
              const [color, Sign] = looks[event.kind];
              return (
                <Line.Item
                  // Nothing of a past event changes, and new ones come at the end.
                  key={index}
                  role="listitem"
                  bullet={
                    <ThemeIcon size={30} radius="xl" variant="light" color={color} aria-hidden>
                      <Sign size={17} />
                    </ThemeIcon>
                  }
                  title={t(`timeline.kind.${event.kind}`, { ordinal: event.ordinal ?? '' })}
                >
                  <Details event={event} sentences={sentences} />
                </Line.Item>
              );
            })}
          </Line>
        </Section>
      )}
    </QueryView>
  );
}

interface DetailsProps {
  event: TimelineEvent;
  sentences: readonly Sentence[];
}

function Details({ event, sentences }: DetailsProps) {
  const { t } = useTranslation('invoices');
  const { t: work } = useTranslation('failed-work');
  const { time, number } = useFormats();
  const { say } = useSentences(sentences);
  const [search] = useSearchParams();
  const { detail, efiCode, httpStatus, tookMs, subsequentDelivery, submissionId, replaced } = event;
  const next = new URLSearchParams(search);
  next.set('tab', 'messages');
  next.set('message', submissionId ?? '');
  const details = [
    efiCode === null ? null : work('efiCode', { code: efiCode }),
    httpStatus === null ? null : `HTTP ${httpStatus}`,
    tookMs === null ? null : t('timeline.took', { ms: number(tookMs) }),
    subsequentDelivery === null ? null : t('messages.subsequent', { kind: subsequentDelivery }),
    replaced === null || replaced === 0
      ? null
      : t('timeline.replaced', { number: number(replaced) }),
    event.actorName,
  ].filter((text) => text !== null);
  return (
    <>
      {/* A freed number repeats the words of the refusal above it. */}
      {detail !== null && event.kind !== 'number-freed' && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {say(detail)}
        </Text>
      )}
      {details.length > 0 && <Note>{details.join(' · ')}</Note>}
      <Note size="xs" mt={2}>
        <Instant at={event.at} form="date" /> {time(event.at)}
        {submissionId !== null && (
          <>
            {' · '}
            <PageLink to={`?${next.toString()}`} size="xs" underline="always">
              {t('timeline.message')}
            </PageLink>
          </>
        )}
      </Note>
    </>
  );
}
