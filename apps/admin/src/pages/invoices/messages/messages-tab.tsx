import { Accordion, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconMailOff } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../../../i18n/i18n.ts';
import { Empty } from '../../../parts/empty.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { timelineQuery } from '../invoice-queries.ts';
import { Exchange } from './exchange.tsx';
import { messagesOf } from './messages-of.ts';
import type { MessageHead } from './messages-of.ts';

interface MessagesTabProps {
  companyId: string;
  invoiceId: string;
}

const tones = {
  registered: 'good',
  refused: 'bad',
  unanswered: 'warning',
  open: 'waiting',
} as const;

/** Every message to the authority, the newest first; its texts are read when it is opened. */
export function MessagesTab({ companyId, invoiceId }: MessagesTabProps) {
  const { t } = useTranslation('invoices');
  const [search, setSearch] = useSearchParams();
  const query = useQuery(timelineQuery(companyId, invoiceId));
  const open = (id: string | null) => {
    const next = new URLSearchParams(search);
    if (id === null) next.set('message', '');
    else next.set('message', id);
    setSearch(next, { replace: true });
  };
  return (
    <QueryView
      query={query}
      isEmpty={({ events }) => messagesOf(events).length === 0}
      empty={<Empty icon={IconMailOff} title={t('messages.none')} />}
    >
      {({ events }) => {
        const messages = messagesOf(events);
        return (
          <Accordion
            variant="separated"
            radius="lg"
            order={2}
            value={search.get('message') ?? messages[0]?.id ?? null}
            onChange={open}
          >
            {messages.map((message) => (
              <Accordion.Item key={message.id} value={message.id}>
                <Accordion.Control>
                  <Head message={message} />
                </Accordion.Control>
                <Accordion.Panel>
                  <Exchange companyId={companyId} invoiceId={invoiceId} message={message} />
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
      <Text span size="sm" c="dimmed">
        <Moment at={sentAt} />
        {subsequentDelivery !== null &&
          ` · ${t('messages.subsequent', { kind: subsequentDelivery })}`}
      </Text>
    </Group>
  );
}
