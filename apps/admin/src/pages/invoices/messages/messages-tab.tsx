import { Accordion, Group, Text, Button, Stack, Switch, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconMailOff, IconDownload } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/i18n.ts';
import { Instant, StatusBadge, Note } from '../../../components/text/text.tsx';
import { QueryView } from '../../../components/state/query-view.tsx';
import { useSearch } from '../../../components/use-search.ts';
import { useCompany } from '../../../shell/company-guard.tsx';
import { timelineQuery } from '../invoice-queries.ts';
import { messagesOf } from './messages-of.ts';
import type { MessageHead } from './messages-of.ts';
import { useState } from 'react';
import { read } from '../../../api/client.ts';
import Meaning from '../../../components/authority/meaning.tsx';
import { CopyButton } from '../../../components/text/copy.tsx';
import { AuthorityWords } from '../../failed-work/failure-words.tsx';
import { XmlView } from '../xml/xml-view.tsx';

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
      <Text span fw={600}>
        {t('messages.number', { number })}
      </Text>
      <StatusBadge tone={tones[outcome]}>{t(`messages.outcome.${outcome}`)}</StatusBadge>
      <Note span>
        <Instant at={sentAt} />
        {subsequentDelivery !== null &&
          ` · ${t('messages.subsequent', { kind: subsequentDelivery })}`}
      </Note>
    </Group>
  );
}

/** A message and what came back, byte for byte. */
function Exchange(message: Record<'invoiceId' | 'submissionId', string>) {
  const { id: companyId } = useCompany();
  const { t } = useTranslation('invoices');
  const [isWrapped, setWrapped] = useState(true);
  const query = useQuery(
    read('/companies/{companyId}/invoices/{invoiceId}/messages/{submissionId}', {
      companyId,
      ...message,
    }),
  );
  return (
    <QueryView query={query}>
      {({
        request,
        response,
        responseBase64,
        requestUuid,
        outcome,
        efiCode,
        detail,
        sentences,
      }) => (
        <Stack gap="lg">
          {outcome !== 'registered' && detail !== null && (
            <div>
              <AuthorityWords
                efiCode={efiCode}
                efiMessage={outcome === 'refused' ? detail : null}
                error={detail}
                sentences={sentences}
              />
              <Meaning code={efiCode} words={outcome === 'refused' ? detail : null} />
            </div>
          )}
          <Group justify="space-between" gap="sm">
            <Note>{t('messages.layoutHint')}</Note>
            <Switch
              label={t('messages.wrap')}
              checked={isWrapped}
              onChange={(event) => setWrapped(event.currentTarget.checked)}
            />
          </Group>
          <Side
            title={t('messages.sent')}
            xml={request}
            isWrapped={isWrapped}
            fileName={`${requestUuid}-request.xml`}
          />
          {response === null || response === '' ? (
            <div>
              <Title order={3}>{t('messages.received')}</Title>
              <Note>{outcome === null ? t('messages.waiting') : t('messages.noReply')}</Note>
            </div>
          ) : (
            <Side
              title={t('messages.received')}
              xml={response}
              base64={responseBase64}
              isWrapped={isWrapped}
              fileName={`${requestUuid}-response.${responseBase64 === null ? 'xml' : 'bin'}`}
            />
          )}
        </Stack>
      )}
    </QueryView>
  );
}

interface SideProps {
  title: string;
  xml: string;
  /** The bytes themselves where `xml` cannot hold them. */
  base64?: string | null;
  isWrapped: boolean;
  fileName: string;
}

function Side({ title, xml, base64 = null, isWrapped, fileName }: SideProps) {
  const { t } = useTranslation('invoices');
  return (
    <div>
      <Group justify="space-between" mb="xs" gap="sm">
        <Title order={3}>{title}</Title>
        <Group gap="xs">
          <CopyButton size="xs" variant="default" value={xml} label={t('messages.copy')} />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => saveText(base64 === null ? xml : bytesOf(base64), fileName)}
          >
            {t(base64 === null ? 'messages.download' : 'messages.downloadBytes')}
          </Button>
        </Group>
      </Group>
      {base64 !== null && <Note mb="xs">{t('messages.notText')}</Note>}
      <XmlView xml={xml} label={title} isWrapped={isWrapped} asItCame={t('messages.asItCame')} />
    </div>
  );
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** Has the browser save what the page has already: a text, byte for byte in UTF-8, or bytes. */
function saveText(text: string | Uint8Array<ArrayBuffer>, fileName: string): void {
  // Not as XML: a browser must never open a reply as a document of our origin.
  const url = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
