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
  IconX,
} from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import type { Icon } from '@tabler/icons-react';
import { useFormats } from '../../../format/use-formats.ts';
import { useTranslation } from '../../../i18n/i18n.ts';
import { Moment } from '../../../components/text/moment.tsx';
import { QueryView } from '../../../components/state/query-view.tsx';
import { Section } from '../../../components/page/section.tsx';
import { useCompany } from '../../../shell/company-guard.tsx';
import { timelineQuery } from '../invoice-queries.ts';
import type { TimelineEvent } from '../invoice-queries.ts';
import { Note, PageLink } from '../../../components/text/text.tsx';

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
      {({ events }) => (
        <Section title={t('timeline.title')}>
          <Line bulletSize={30} lineWidth={2} active={events.length} role="list">
            {events.map((event, index) => {
              const { color, Sign } = lookOf(event.kind);
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
                  <Details event={event} />
                </Line.Item>
              );
            })}
          </Line>
        </Section>
      )}
    </QueryView>
  );
}

function Details({ event }: { event: TimelineEvent }) {
  const { t } = useTranslation('invoices');
  const { t: work } = useTranslation('failed-work');
  const { time, number } = useFormats();
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
          {detail}
        </Text>
      )}
      {details.length > 0 && <Note>{details.join(' · ')}</Note>}
      <Note size="xs" mt={2}>
        <Moment at={event.at} form="date" /> {time(event.at)}
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

type Kind = TimelineEvent['kind'];

const looks: Readonly<Record<Kind, { color: string; Sign: Icon }>> = {
  created: { color: 'gray', Sign: IconFilePlus },
  'number-given': { color: 'gray', Sign: IconHash },
  'number-freed': { color: 'gray', Sign: IconHandStop },
  'message-sent': { color: 'blue', Sign: IconSend },
  'message-registered': { color: 'green', Sign: IconCircleCheck },
  'message-refused': { color: 'red', Sign: IconX },
  'message-unanswered': { color: 'yellow', Sign: IconAlertTriangle },
  'handed-out-offline': { color: 'yellow', Sign: IconClock },
  fiscalized: { color: 'green', Sign: IconCircleCheck },
  failed: { color: 'red', Sign: IconX },
  printed: { color: 'pine', Sign: IconPrinter },
  retried: { color: 'blue', Sign: IconRefresh },
  dismissed: { color: 'gray', Sign: IconEyeOff },
  'brought-forward': { color: 'blue', Sign: IconPlayerTrackNext },
  other: { color: 'gray', Sign: IconCircleDashed },
};

/** The sign beside a line of the timeline; its words say the same. */
export function lookOf(kind: Kind): { color: string; Sign: Icon } {
  return looks[kind];
}
