// Passkeys: a finger, a face or a key on a ring instead of typing a code.

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, read } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { makePasskey } from '../../api/passkeys.ts';
import { useSession } from '../../api/session.ts';
import { withIdentity } from '../../components/dialog/identity.ts';
import { ChangeButton, useChange } from '../../components/form/change.tsx';
import { Form } from '../../components/form/form.tsx';
import { PasskeyFailure } from '../../components/form/passkey-failure.tsx';
import { Section } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { Records } from '../../components/table/records.tsx';
import { Instant } from '../../components/text/text.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { deviceName } from './device-name.ts';

type Passkey = Schema<'AdminPasskey'>;

/** Those of the account, and the way to another one. */
export function PasskeysSection() {
  const { t } = useTranslation('account');
  const query = useQuery(read('/account/passkeys'));
  const { passkey: isPossible } = useSession().possibleFactors;
  return (
    <Section title={t('passkeys.title')} description={t('passkeys.text')}>
      <Stack>
        <QueryView
          query={query}
          isEmpty={({ passkeys }) => passkeys.length === 0}
          empty={t('passkeys.none')}
        >
          {({ passkeys }) => (
            <Records
              label={t('passkeys.title')}
              rows={passkeys}
              columns={[
                { header: t('passkeys.name'), isWordy: true, cell: ({ name }) => name },
                {
                  header: t('passkeys.since'),
                  cell: ({ createdAt }) => <Instant at={createdAt} form="date" />,
                },
                {
                  header: t('passkeys.lastUsed'),
                  cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} />,
                },
                { isActions: true, cell: (passkey) => <Remove passkey={passkey} /> },
              ]}
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
  const device = deviceName(navigator.userAgent);
  const [name, setName] = useState(device ? t('sessions.on', device) : t('passkeys.someName'));
  const isMissing = name.trim() === '';
  const add = useChange(
    async () => {
      const options = await withIdentity(() => call('post', '/account/passkeys/options'));
      const body = { name: name.trim(), response: await makePasskey(options) };
      return call('post', '/account/passkeys', { body });
    },
    { done: t('passkeys.added'), onError: 'shown' },
  );
  return (
    <Form
      onSubmit={() => {
        if (!isMissing) add.mutate();
      }}
    >
      <Stack>
        <PasskeyFailure error={add.error} />
        <Group align="flex-end">
          <TextInput
            label={t('passkeys.name')}
            maxLength={100}
            miw={260}
            value={name}
            error={isMissing ? t('passkeys.nameMissing') : null}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={add.isPending}>
            {t('passkeys.add')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

function Remove({ passkey: { id, name } }: { passkey: Passkey }) {
  const { t } = useTranslation('account');
  const remove = useChange(
    () => withIdentity(() => call('delete', '/account/passkeys/{passkeyId}', { passkeyId: id })),
    { done: t('passkeys.removed') },
  );
  return (
    <ChangeButton
      size="compact-sm"
      variant="subtle"
      color="red"
      leftSection={<IconTrash size={16} />}
      aria-label={t('passkeys.removeNamed', { name })}
      change={remove}
      question={{
        title: t('passkeys.askTitle'),
        text: t('passkeys.askText', { name }),
        isGrave: true,
      }}
    >
      {t('passkeys.remove')}
    </ChangeButton>
  );
}
