// Passkeys: a finger, a face or a key on a ring instead of typing a code.

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { makePasskey } from '../../api/passkeys.ts';
import { sessionQuery, usePossibleFactors } from '../../api/session.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { askFirst } from '../../parts/confirm.ts';
import { withIdentity } from '../../parts/identity.ts';
import { Moment } from '../../parts/moment.tsx';
import { notifyDone, useNotifyProblem } from '../../parts/notify.ts';
import { PasskeyTrouble } from '../../parts/passkey-trouble.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Records } from '../../parts/records.tsx';
import type { Column } from '../../parts/records.tsx';
import { RelativeMoment } from '../../parts/relative-moment.tsx';
import { Section } from '../../parts/section.tsx';
import { deviceName } from './device-name.ts';

type Passkey = Schema<'AdminPasskey'>;

const passkeysQuery = queryOptions({
  queryKey: ['session', 'passkeys'],
  queryFn: ({ signal }) => answer(api.GET('/admin/api/account/passkeys', { signal })),
});

/** Those of the account, and the way to another one. */
export function PasskeysSection() {
  const { t } = useTranslation('account');
  const query = useQuery(passkeysQuery);
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
            <Records
              label={t('passkeys.title')}
              rows={passkeys}
              idOf={({ id }) => id}
              columns={columns}
            />
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
  const cache = useQueryClient();
  const device = deviceName(navigator.userAgent);
  const [name, setName] = useState(device ? t('sessions.on', device) : t('passkeys.someName'));
  const add = useMutation({
    mutationFn: async () => {
      const path = '/admin/api/account/passkeys/options';
      const options = await withIdentity(() => answer(api.POST(path)));
      const body = { name: name.trim(), response: await makePasskey(options) };
      return answer(api.POST('/admin/api/account/passkeys', { body }));
    },
    onSuccess: async () => {
      notifyDone(t('passkeys.added'));
      await cache.invalidateQueries(sessionQuery);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
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
    </form>
  );
}

function useColumns(): readonly Column<Passkey>[] {
  const { t } = useTranslation('account');
  return [
    { key: 'name', header: t('passkeys.name'), isWordy: true, cell: ({ name }) => name },
    {
      key: 'added',
      header: t('passkeys.since'),
      cell: ({ createdAt }) => <Moment at={createdAt} form="date" />,
    },
    {
      key: 'used',
      header: t('passkeys.lastUsed'),
      cell: ({ lastUsedAt }) => <RelativeMoment at={lastUsedAt} />,
    },
    {
      key: 'actions',
      header: t('passkeys.actions'),
      isActions: true,
      cell: (passkey) => <Remove passkey={passkey} />,
    },
  ];
}

function Remove({ passkey: { id, name } }: { passkey: Passkey }) {
  const { t } = useTranslation('account');
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: () =>
      withIdentity(() =>
        answer(
          api.DELETE('/admin/api/account/passkeys/{passkeyId}', {
            params: { path: { passkeyId: id } },
          }),
        ),
      ),
    onSuccess: async () => {
      notifyDone(t('passkeys.removed'));
      await cache.invalidateQueries(sessionQuery);
    },
    onError: useNotifyProblem(),
  });
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
