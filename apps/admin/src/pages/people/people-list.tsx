import { Group, Text } from '@mantine/core';
import {
  IconDevices,
  IconLink,
  IconShieldOff,
  IconUserCheck,
  IconUserCog,
  IconUserOff,
} from '@tabler/icons-react';
import type { Schema } from '../../api/contract.ts';
import { useSession } from '../../api/session.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { askFirst } from '../../components/confirm.ts';
import { Records } from '../../components/table/records.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { RowMenu } from '../../components/table/row-menu.tsx';
import { StatusBadge, Note } from '../../components/text/text.tsx';

/** A person who may sign in. */
export type Person = Schema<'AdminPerson'>;

interface PeopleActions {
  /** Shows the company, which within one is the same for all. */
  isOfService: boolean;
  onInviteAgain: (person: Person) => void;
  onSetActive: (person: Person, isActive: boolean) => void;
  onSessions: (person: Person) => void;
  onRole: (person: Person) => void;
  /** Only of the service. */
  onResetFactor: (person: Person) => void;
}

const tones = { active: 'good', invited: 'waiting', disabled: 'neutral' } as const;

/** Everybody, with a menu each. */
export function PeopleList({ people, ...actions }: PeopleActions & { people: readonly Person[] }) {
  const { t } = useTranslation('people');
  const { t: shell } = useTranslation();
  return (
    <Records
      label={t('list')}
      rows={people}
      columns={[
        { header: t('column.name'), isWordy: true, cell: (person) => <Name person={person} /> },
        {
          header: t('column.role'),
          isWordy: true,
          cell: ({ role, companyName }) => (
            <>
              {shell(`account.${role}`)}
              {actions.isOfService && companyName !== null && <Note size="xs">{companyName}</Note>}
            </>
          ),
        },
        {
          header: t('column.status'),
          cell: ({ status, waitsForLink }) => (
            <StatusBadge tone={waitsForLink ? 'waiting' : tones[status]}>
              {waitsForLink ? t('waitsForLink') : t(`status.${status}`)}
            </StatusBadge>
          ),
        },
        {
          header: t('column.totp'),
          cell: ({ hasTotp, passkeys }) => (hasTotp || passkeys > 0 ? t('totp.on') : t('totp.off')),
        },
        {
          header: t('column.lastSignIn'),
          cell: ({ lastSignInAt }) => <RelativeTime at={lastSignInAt} />,
        },
        { isActions: true, cell: (person) => <Actions person={person} {...actions} /> },
      ]}
    />
  );
}

function Name({ person }: { person: Person }) {
  const { t } = useTranslation('people');
  const isSelf = useSession().user.id === person.id;
  return (
    <>
      <Group gap={6}>
        <Text size="sm" fw={600}>
          {person.name === '' ? person.email : person.name}
        </Text>
        {isSelf && <Note size="xs">({t('you')})</Note>}
      </Group>
      {person.name !== '' && <Note size="xs">{person.email}</Note>}
    </>
  );
}

function Actions({ person, isOfService, ...actions }: PeopleActions & { person: Person }) {
  const { onInviteAgain, onSetActive, onSessions, onRole, onResetFactor } = actions;
  const { t } = useTranslation('people');
  const isSelf = useSession().user.id === person.id;
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
      onConfirm: () => onResetFactor(person),
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
        {
          label: t('roleChange.action'),
          Sign: IconUserCog,
          onClick: () => onRole(person),
        },
        person.status === 'active' && {
          label: t('sessions.action'),
          Sign: IconDevices,
          onClick: () => onSessions(person),
        },
        isOfService &&
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
