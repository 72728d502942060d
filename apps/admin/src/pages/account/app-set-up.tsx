// An authenticator app: a secret is made, shown as a QR code, and counts after its first code.

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { sessionQuery } from '../../api/session.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { CopyValue } from '../../parts/copy-value.tsx';
import { Failure } from '../../parts/failure.tsx';
import { fieldErrors } from '../../parts/form-errors.ts';
import { withIdentity } from '../../parts/identity.ts';
import { notifyDone } from '../../parts/notify.ts';
import { QrCode } from './qr-code.tsx';

type Proposal = Schema<'AdminTotpProposal'>;

/** A button, then the secret and the field for its first code. */
export function AppSetUp({ onDone }: { onDone?: () => void }) {
  const { t } = useTranslation('account');
  const propose = useMutation({
    mutationFn: () => withIdentity(() => answer(api.POST('/admin/api/account/totp'))),
  });
  const done = () => {
    propose.reset();
    onDone?.();
  };
  if (propose.data) return <FirstCode proposal={propose.data} onDone={done} />;
  return (
    <Stack align="flex-start">
      {propose.isError && <Failure error={propose.error} />}
      <Button variant="default" onClick={() => propose.mutate()} loading={propose.isPending}>
        {t('totp.enable')}
      </Button>
    </Stack>
  );
}

function FirstCode({ proposal, onDone }: { proposal: Proposal; onDone: () => void }) {
  const { t } = useTranslation('account');
  const [code, setCode] = useState('');
  const cache = useQueryClient();
  const enable = useMutation({
    mutationFn: () =>
      withIdentity(() => answer(api.PUT('/admin/api/account/totp', { body: { code } }))),
    onSuccess: async () => {
      notifyDone(t('totp.enabled'));
      onDone();
      await cache.invalidateQueries(sessionQuery);
    },
  });
  const wrong = fieldErrors(enable.error, { code: t('totp.wrong') }).code;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        enable.mutate();
      }}
    >
      <Stack>
        <Text size="sm">{t('totp.scan')}</Text>
        <QrCode text={proposal.otpauthUrl} label={t('totp.qr')} />
        <div>
          <Text size="sm" c="dimmed">
            {t('totp.secret')}
          </Text>
          <CopyValue value={proposal.secret} label={t('totp.secretName')} />
        </div>
        {enable.isError && wrong === undefined && <Failure error={enable.error} />}
        <TextInput
          label={t('totp.code')}
          description={t('totp.codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          maw={220}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value.replaceAll(/\D/g, ''))}
          error={wrong}
        />
        <Group>
          <Button type="submit" loading={enable.isPending} disabled={code.length !== 6}>
            {t('totp.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
