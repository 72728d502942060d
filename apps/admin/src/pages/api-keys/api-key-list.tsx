import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconBan, IconDots, IconRefresh } from '@tabler/icons-react';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Moment } from '../../parts/moment.tsx';
import { Records } from '../../parts/records.tsx';
import type { Column } from '../../parts/records.tsx';
import { RelativeMoment } from '../../parts/relative-moment.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';

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
      key: 'name',
      header: t('column.name'),
      isWordy: true,
      cell: ({ name, prefix }) => (
        <>
          <Text size="sm" fw={500}>
            {name}
          </Text>
          <Text size="xs" ff="monospace" c="dimmed">
            {prefix}…
          </Text>
        </>
      ),
    },
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status }) => <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>,
    },
    {
      key: 'cashRegister',
      header: t('column.cashRegister'),
      isWordy: true,
      cell: ({ cashRegister }) => cashRegister?.name ?? t('defaultRegister'),
    },
    {
      key: 'lastUsed',
      header: t('column.lastUsed'),
      cell: ({ lastUsedAt }) => <RelativeMoment at={lastUsedAt} />,
    },
    {
      key: 'expires',
      header: t('column.expires'),
      cell: ({ expiresAt }) => <Moment at={expiresAt} absent={t('noExpiry')} />,
    },
    {
      key: 'created',
      header: t('column.created'),
      cell: ({ createdAt }) => <Moment at={createdAt} form="date" />,
    },
    {
      key: 'actions',
      header: t('column.actions'),
      isActions: true,
      cell: (apiKey) =>
        apiKey.status === 'active' && (
          <Actions
            name={nameOf(apiKey)}
            onRotate={() => onRotate(apiKey)}
            onRevoke={() => onRevoke(apiKey)}
          />
        ),
    },
  ];
  return <Records label={t('list')} columns={columns} rows={apiKeys} idOf={({ id }) => id} />;
}

interface ActionsProps {
  name: string;
  onRotate: () => void;
  onRevoke: () => void;
}

function Actions({ name, onRotate, onRevoke }: ActionsProps) {
  const { t } = useTranslation('api-keys');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actionsOf', { name })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconRefresh size={16} />} onClick={onRotate}>
          {t('rotate.action')}
        </Menu.Item>
        <Menu.Item c="red" leftSection={<IconBan size={16} />} onClick={onRevoke}>
          {t('revoke.action')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
