// Passkeys: a finger, a face or a key on a ring instead of typing a code.

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, read } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { makePasskey } from '../../api/passkeys.ts';
import { refreshSession, usePossibleFactors } from '../../api/session.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { askFirst } from '../../components/confirm.ts';
import { Form } from '../../components/form.tsx';
import { withIdentity } from '../../components/identity.ts';
import { Moment } from '../../components/moment.tsx';
import { PasskeyTrouble } from '../../components/passkey-trouble.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Records } from '../../components/records.tsx';
import type { Column } from '../../components/records.tsx';
import { RelativeMoment } from '../../components/relative-moment.tsx';
import { Section } from '../../components/section.tsx';
import { useChange } from '../../components/use-change.ts';
import { deviceName } from './device-name.ts';

type Passkey = Schema<'AdminPasskey'>;

/** Those of the account, and the way to another one. */
export function PasskeysSection() {
  const { t } = useTranslation('account');
  const query = useQuery(read('/account/passkeys'));
  const columns = useColumns();
  const { passkey: isPossible } = usePossibleFactors();
  return (
    <Section title={t('passkeys.title')} description={t('passkeys.text')}>
      <Stack>
        <QueryView
          query={query}
          isEmpty={({ passkeys }) => passkeys.length === 0}
          empty={<Text size="sm">{t('passkeys.none')}</Text>}
        >
          {({ passkeys }) => (
            <Records label={t('passkeys.title')} rows={passkeys} columns={columns} />
          )}
        </QueryView>
        {isPossible ? <NewPasskey /> : <Text size="sm">{t('passkeys.impossible')}</Text>}
      </Stack>
    </Section>
  );
}

/** Has the browser make one; it counts from then on. */
export function NewPasskey() {
  const { t } = useTranslation('account');
  const device = deviceName(navigator.userAgent);
  const [name, setName] = useState(device ? t('sessions.on', device) : t('passkeys.someName'));
  const add = useChange(
    async () => {
      const options = await withIdentity(() => call('post', '/account/passkeys/options'));
      const body = { name: name.trim(), response: await makePasskey(options) };
      return call('post', '/account/passkeys', { body });
    },
    { done: t('passkeys.added'), onDone: () => void refreshSession(), onError: 'shown' },
  );
  return (
    <Form onSubmit={add.mutate}>
      <Stack>
        <PasskeyTrouble error={add.error} />
        <Group align="flex-end">
          <TextInput
            label={t('passkeys.name')}
            maxLength={100}
            miw={260}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            loading={add.isPending}
            disabled={name.trim() === ''}
          >
            {t('passkeys.add')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

function useColumns(): readonly Column<Passkey>[] {
  const { t } = useTranslation('account');
  return [
    { header: t('passkeys.name'), isWordy: true, cell: ({ name }) => name },
    { header: t('passkeys.since'), cell: ({ createdAt }) => <Moment at={createdAt} form="date" /> },
    {
      header: t('passkeys.lastUsed'),
      cell: ({ lastUsedAt }) => <RelativeMoment at={lastUsedAt} />,
    },
    { isActions: true, cell: (passkey) => <Remove passkey={passkey} /> },
  ];
}

function Remove({ passkey: { id, name } }: { passkey: Passkey }) {
  const { t } = useTranslation('account');
  const remove = useChange(
    () => withIdentity(() => call('delete', '/account/passkeys/{passkeyId}', { passkeyId: id })),
    { done: t('passkeys.removed'), onDone: () => void refreshSession() },
  );
  const ask = () =>
    askFirst({
      title: t('passkeys.askTitle'),
      text: t('passkeys.askText', { name }),
      confirm: t('passkeys.remove'),
      isGrave: true,
      onConfirm: () => remove.mutate(),
    });
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      leftSection={<IconTrash size={16} />}
      aria-label={t('passkeys.removeNamed', { name })}
      loading={remove.isPending}
      onClick={ask}
    >
      {t('passkeys.remove')}
    </Button>
  );
}
