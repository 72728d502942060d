// People who may sign in, and what can be done about each. Used for one company and for the service.

import { ActionIcon, Group, Menu, Text } from '@mantine/core';
import {
  IconDevices,
  IconDots,
  IconLink,
  IconShieldOff,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';
import type { Schema } from '../../api/contract.ts';
import { useUser } from '../../api/session.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { askFirst } from '../../parts/confirm.ts';
import { Records } from '../../parts/records.tsx';
import type { Column } from '../../parts/records.tsx';
import { RelativeMoment } from '../../parts/relative-moment.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';

export type Person = Schema<'AdminPerson'>;

interface PeopleListProps {
  people: readonly Person[];
  /** Shows role and company, which within one company are the same for all. */
  withRole?: boolean;
  onInviteAgain: (person: Person) => void;
  onSetActive: (person: Person, isActive: boolean) => void;
  onSessions: (person: Person) => void;
  /** Only for operators. */
  onResetFactor?: ((person: Person) => void) | undefined;
}

const tones = { active: 'good', invited: 'waiting', disabled: 'neutral' } as const;

/** Everybody, with a menu each. */
export function PeopleList({ people, withRole = false, ...actions }: PeopleListProps) {
  const { t } = useTranslation('people');
  const columns: Column<Person>[] = [
    {
      key: 'name',
      header: t('column.name'),
      isWordy: true,
      cell: (person) => <Name person={person} />,
    },
    {
      key: 'status',
      header: t('column.status'),
      cell: (person) => <Status person={person} />,
    },
    {
      key: 'totp',
      header: t('column.totp'),
      cell: ({ hasTotp, passkeys }) => (hasTotp || passkeys > 0 ? t('totp.on') : t('totp.off')),
    },
    {
      key: 'lastSignIn',
      header: t('column.lastSignIn'),
      cell: ({ lastSignInAt }) => <RelativeMoment at={lastSignInAt} />,
    },
    {
      key: 'actions',
      header: t('column.actions'),
      isActions: true,
      cell: (person) => <Actions person={person} {...actions} />,
    },
  ];
  const role: Column<Person> = {
    key: 'role',
    header: t('column.role'),
    isWordy: true,
    cell: ({ role: name, companyName }) => (
      <>
        {t(`role.${name}`)}
        {companyName !== null && (
          <Text size="xs" c="dimmed">
            {companyName}
          </Text>
        )}
      </>
    ),
  };
  return (
    <Records
      label={t('list')}
      columns={withRole ? columns.toSpliced(1, 0, role) : columns}
      rows={people}
      idOf={({ id }) => id}
    />
  );
}

function Status({ person: { status, waitsForLink } }: { person: Person }) {
  const { t } = useTranslation('people');
  if (waitsForLink) return <StatusBadge tone="waiting">{t('waitsForLink')}</StatusBadge>;
  return <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>;
}

function Name({ person }: { person: Person }) {
  const { t } = useTranslation('people');
  const isSelf = useUser().id === person.id;
  return (
    <>
      <Group gap={6}>
        <Text size="sm" fw={500}>
          {person.name === '' ? person.email : person.name}
        </Text>
        {isSelf && (
          <Text size="xs" c="dimmed">
            ({t('you')})
          </Text>
        )}
      </Group>
      {person.name !== '' && (
        <Text size="xs" c="dimmed">
          {person.email}
        </Text>
      )}
    </>
  );
}

type ActionsProps = Pick<
  PeopleListProps,
  'onInviteAgain' | 'onSetActive' | 'onSessions' | 'onResetFactor'
> & { person: Person };

function Actions(props: ActionsProps) {
  const { person, onInviteAgain, onSetActive, onSessions, onResetFactor } = props;
  const { t } = useTranslation('people');
  const isSelf = useUser().id === person.id;
  if (isSelf) return null;
  const takeAway = () =>
    askFirst({
      title: t('ask.title'),
      text: t('ask.text', { name: person.name }),
      confirm: t('disable'),
      isGrave: true,
      onConfirm: () => onSetActive(person, false),
    });
  const resetFactor = () =>
    askFirst({
      title: t('askReset.title'),
      text: t('askReset.text', { name: person.name }),
      confirm: t('resetFactor'),
      isGrave: true,
      onConfirm: () => onResetFactor?.(person),
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('actionsOf', { name: person.name })}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {person.status !== 'disabled' && (
          <Menu.Item leftSection={<IconLink size={16} />} onClick={() => onInviteAgain(person)}>
            {t('inviteAgain')}
          </Menu.Item>
        )}
        {person.status === 'active' && (
          <Menu.Item leftSection={<IconDevices size={16} />} onClick={() => onSessions(person)}>
            {t('sessions.action')}
          </Menu.Item>
        )}
        {onResetFactor && (person.hasTotp || person.passkeys > 0) && (
          <Menu.Item leftSection={<IconShieldOff size={16} />} onClick={resetFactor}>
            {t('resetFactor')}
          </Menu.Item>
        )}
        {person.status === 'disabled' ? (
          <Menu.Item
            leftSection={<IconUserCheck size={16} />}
            onClick={() => onSetActive(person, true)}
          >
            {t('enable')}
          </Menu.Item>
        ) : (
          <Menu.Item c="red" leftSection={<IconUserOff size={16} />} onClick={takeAway}>
            {t('disable')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
