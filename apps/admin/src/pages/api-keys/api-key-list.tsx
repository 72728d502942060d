import { Text } from '@mantine/core';
import { IconBan, IconRefresh } from '@tabler/icons-react';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Moment } from '../../components/text/moment.tsx';
import { Records } from '../../components/table/records.tsx';
import type { Column } from '../../components/table/records.tsx';
import { RelativeMoment } from '../../components/text/relative-moment.tsx';
import { RowMenu } from '../../components/table/row-menu.tsx';
import { StatusBadge } from '../../components/text/status-badge.tsx';
import { Note } from '../../components/text/text.tsx';

type ApiKey = Schema<'AdminApiKey'>;

/** A key and its successor have one name: the first characters tell them apart. */
export const shownName = ({ name, prefix }: ApiKey) => `${name} (${prefix}…)`;

interface ApiKeyListProps {
  apiKeys: readonly ApiKey[];
  onRotate: (apiKey: ApiKey) => void;
  onRevoke: (apiKey: ApiKey) => void;
}

const tones = { active: 'good', expired: 'neutral', revoked: 'bad' } as const;

/** Keys by name and first characters. */
export function ApiKeyList({ apiKeys, onRotate, onRevoke }: ApiKeyListProps) {
  const { t } = useTranslation('api-keys');
  const nameOf = (apiKey: ApiKey) =>
    apiKeys.some(({ id, name }) => name === apiKey.name && id !== apiKey.id)
      ? shownName(apiKey)
      : apiKey.name;
  const columns: Column<ApiKey>[] = [
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
                onClick: () => onRevoke(apiKey),
              },
            ]}
          />
        ),
    },
  ];
  return <Records label={t('list')} columns={columns} rows={apiKeys} />;
}
