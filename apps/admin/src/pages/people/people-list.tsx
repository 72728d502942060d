// People who may sign in, and what can be done about each. Used for one company and for the service.

import { Group, Text } from '@mantine/core';
import {
  IconDevices,
  IconLink,
  IconShieldOff,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';
import type { Schema } from '../../api/contract.ts';
import { useUser } from '../../api/session.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { askFirst } from '../../components/confirm.ts';
import { Records } from '../../components/records.tsx';
import type { Column } from '../../components/records.tsx';
import { RelativeMoment } from '../../components/relative-moment.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';

/** A person who may sign in. */
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
    { header: t('column.name'), isWordy: true, cell: (person) => <Name person={person} /> },
    { header: t('column.status'), cell: (person) => <Status person={person} /> },
    {
      header: t('column.totp'),
      cell: ({ hasTotp, passkeys }) => (hasTotp || passkeys > 0 ? t('totp.on') : t('totp.off')),
    },
    {
      header: t('column.lastSignIn'),
      cell: ({ lastSignInAt }) => <RelativeMoment at={lastSignInAt} />,
    },
    { isActions: true, cell: (person) => <Actions person={person} {...actions} /> },
  ];
  const role: Column<Person> = {
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
    <RowMenu
      name={person.name}
      items={[
        person.status !== 'disabled' && {
          label: t('inviteAgain'),
          Sign: IconLink,
          onClick: () => onInviteAgain(person),
        },
        person.status === 'active' && {
          label: t('sessions.action'),
          Sign: IconDevices,
          onClick: () => onSessions(person),
        },
        onResetFactor !== undefined &&
          (person.hasTotp || person.passkeys > 0) && {
            label: t('resetFactor'),
            Sign: IconShieldOff,
            onClick: resetFactor,
          },
        person.status === 'disabled'
          ? { label: t('enable'), Sign: IconUserCheck, onClick: () => onSetActive(person, true) }
          : { label: t('disable'), Sign: IconUserOff, isGrave: true, onClick: takeAway },
      ]}
    />
  );
}
