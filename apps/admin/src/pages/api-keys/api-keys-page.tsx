// The API keys of an environment. A key itself is shown once, when it is made.

import { Button, Stack, Text } from '@mantine/core';
import { IconKey, IconPlus, IconBan, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, read } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { askFirst } from '../../components/confirm.ts';
import { Page } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { useChange } from '../../components/form/change.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany, useEnvironment } from '../../shell/company-guard.tsx';
import { TextButton, Moment, StatusBadge, Note } from '../../components/text/text.tsx';
import { MadeKey, NewKeyForm, RotateDialog } from './key-dialogs.tsx';
import type { Made } from './key-dialogs.tsx';
import { Records } from '../../components/table/records.tsx';
import type { Column } from '../../components/table/records.tsx';
import { RelativeMoment } from '../../components/text/relative-moment.tsx';
import { RowMenu } from '../../components/table/row-menu.tsx';

type ApiKey = Schema<'AdminApiKey'>;

/** What is open over the page. */
type Dialog = { kind: 'new' } | { kind: 'rotate'; apiKey: ApiKey } | { kind: 'made'; made: Made };

/** Of the environment that is looked at. */
export default function ApiKeysPage() {
  const { t } = useTranslation('api-keys');
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const query = useQuery(read('/companies/{companyId}/api-keys', { companyId, environment }));
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const show = (made: Made) => setDialog({ kind: 'made', made });
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setDialog({ kind: 'new' })}>
      {t('add')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      description={t('intro')}
      width="wide"
      actions={(query.data?.apiKeys.length ?? 0) > 0 && add}
    >
      <QueryView
        query={query}
        isEmpty={({ apiKeys }) => apiKeys.length === 0}
        empty={{ icon: IconKey, title: t('empty.title'), text: t('empty.text'), action: add }}
      >
        {({ apiKeys }) => (
          <Keys apiKeys={apiKeys} onRotate={(apiKey) => setDialog({ kind: 'rotate', apiKey })} />
        )}
      </QueryView>
      {dialog?.kind === 'new' && <NewKeyForm onMade={show} onClose={close} />}
      {dialog?.kind === 'rotate' && (
        <RotateDialog apiKey={dialog.apiKey} onMade={show} onClose={close} />
      )}
      {dialog?.kind === 'made' && <MadeKey made={dialog.made} onClose={close} />}
    </Page>
  );
}

/** A key and its successor have one name: the first characters distinguish them. */
const shownName = ({ name, prefix }: ApiKey) => `${name} (${prefix}…)`;

const tones = { active: 'good', expired: 'neutral', revoked: 'bad' } as const;

interface KeysProps {
  apiKeys: readonly ApiKey[];
  onRotate: (apiKey: ApiKey) => void;
}

function Keys(props: KeysProps) {
  const { t } = useTranslation('api-keys');
  const columns = useColumns(props);
  const [withEnded, setWithEnded] = useState(false);
  const active = props.apiKeys.filter(({ status }) => status === 'active');
  const ended = props.apiKeys.filter(({ status }) => status !== 'active');
  return (
    <Stack align="stretch">
      <Records
        label={t('title')}
        columns={columns}
        rows={withEnded ? [...active, ...ended] : active}
      />
      {ended.length > 0 && (
        <TextButton
          style={{ alignSelf: 'flex-start' }}
          aria-expanded={withEnded}
          onClick={() => setWithEnded(!withEnded)}
        >
          {withEnded ? t('hideEnded') : t('showEnded', { count: ended.length })}
        </TextButton>
      )}
    </Stack>
  );
}

function useColumns({ apiKeys, onRotate }: KeysProps): Column<ApiKey>[] {
  const { t } = useTranslation('api-keys');
  const { id: companyId } = useCompany();
  const revoke = useChange(
    (apiKeyId: string) =>
      call('post', '/companies/{companyId}/api-keys/{apiKeyId}/revoke', { companyId, apiKeyId }),
    { done: t('revoke.done') },
  );
  const askRevoke = (apiKey: ApiKey) =>
    askFirst({
      title: t('revoke.title'),
      text: t('revoke.text', { name: shownName(apiKey) }),
      confirm: t('revoke.action'),
      isGrave: true,
      onConfirm: () => revoke.mutate(apiKey.id),
    });
  const nameOf = (apiKey: ApiKey) =>
    apiKeys.some(({ id, name }) => name === apiKey.name && id !== apiKey.id)
      ? shownName(apiKey)
      : apiKey.name;
  return [
    {
      header: t('column.name'),
      isWordy: true,
      cell: ({ name, prefix }) => (
        <>
          <Text size="sm" fw={500}>
            {name}
          </Text>
          <Note size="xs" ff="monospace">
            {prefix}…
          </Note>
        </>
      ),
    },
    {
      header: t('column.status'),
      cell: ({ status }) => <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>,
    },
    {
      header: t('column.cashRegister'),
      isWordy: true,
      cell: ({ cashRegister }) => cashRegister?.name ?? t('defaultRegister'),
    },
    { header: t('column.lastUsed'), cell: ({ lastUsedAt }) => <RelativeMoment at={lastUsedAt} /> },
    {
      header: t('column.expires'),
      cell: ({ expiresAt }) => <Moment at={expiresAt} absent={t('noExpiry')} />,
    },
    { header: t('column.created'), cell: ({ createdAt }) => <Moment at={createdAt} form="date" /> },
    {
      isActions: true,
      cell: (apiKey) =>
        apiKey.status === 'active' && (
          <RowMenu
            name={nameOf(apiKey)}
            items={[
              { label: t('rotate.action'), Sign: IconRefresh, onClick: () => onRotate(apiKey) },
              {
                label: t('revoke.action'),
                Sign: IconBan,
                isGrave: true,
                onClick: () => askRevoke(apiKey),
              },
            ]}
          />
        ),
    },
  ];
}
