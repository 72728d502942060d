import { Accordion, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconMailOff } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/i18n.ts';
import { Moment, StatusBadge, Note } from '../../../components/text/text.tsx';
import { QueryView } from '../../../components/state/query-view.tsx';
import { useSearch } from '../../../components/use-search.ts';
import { useCompany } from '../../../shell/company-guard.tsx';
import { timelineQuery } from '../invoice-queries.ts';
import { Exchange } from './exchange.tsx';
import { messagesOf } from './messages-of.ts';
import type { MessageHead } from './messages-of.ts';

const tones = {
  registered: 'good',
  refused: 'bad',
  unanswered: 'warning',
  open: 'waiting',
} as const;

/** Every message to the authority, the newest first; its texts are read when it is opened. */
export function MessagesTab({ invoiceId }: { invoiceId: string }) {
  const { id: companyId } = useCompany();
  const { t } = useTranslation('invoices');
  const [search, setSearch] = useSearch();
  const query = useQuery(timelineQuery(companyId, invoiceId));
  return (
    <QueryView
      query={query}
      isEmpty={({ events }) => messagesOf(events).length === 0}
      empty={{ icon: IconMailOff, title: t('messages.none') }}
    >
      {({ events }) => {
        const messages = messagesOf(events);
        return (
          <Accordion
            variant="separated"
            radius="lg"
            order={2}
            value={search.get('message') ?? messages[0]?.id ?? null}
            // Without a name the newest one is open.
            onChange={(id) => setSearch({ message: id ?? 'none' })}
          >
            {messages.map((message) => (
              <Accordion.Item key={message.id} value={message.id}>
                <Accordion.Control>
                  <Head message={message} />
                </Accordion.Control>
                <Accordion.Panel>
                  <Exchange invoiceId={invoiceId} submissionId={message.id} />
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        );
      }}
    </QueryView>
  );
}

function Head({ message }: { message: MessageHead }) {
  const { t } = useTranslation('invoices');
  const { number, sentAt, outcome, subsequentDelivery } = message;
  return (
    <Group gap="sm">
      <Text span fw={500}>
        {t('messages.number', { number })}
      </Text>
      <StatusBadge tone={tones[outcome]}>{t(`messages.outcome.${outcome}`)}</StatusBadge>
      <Note span>
        <Moment at={sentAt} />
        {subsequentDelivery !== null &&
          ` · ${t('messages.subsequent', { kind: subsequentDelivery })}`}
      </Note>
    </Group>
  );
}
