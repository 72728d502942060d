// The second factor: a secret is made, shown as a QR code, and counts after its first code.

import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answer, api } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { sessionQuery, useUser } from '../../api/session.ts';
import { CopyValue } from '../../parts/copy-value.tsx';
import { Failure } from '../../parts/failure.tsx';
import { fieldErrors } from '../../parts/form-errors.ts';
import { notifyDone } from '../../parts/notify.ts';
import { Section } from '../../parts/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { QrCode } from './qr-code.tsx';

type Proposal = Schema<'AdminTotpProposal'>;

/** On or off, and the way from one to the other. */
export function TotpSection() {
  const { t } = useTranslation('account');
  const { hasTotp } = useUser();
  const [isDisabling, setDisabling] = useState(false);
  const propose = useMutation({
    mutationFn: () => answer(api.POST('/admin/api/account/totp')),
  });
  const start = hasTotp ? (
    <Button variant="default" onClick={() => setDisabling(true)}>
      {t('totp.disable')}
    </Button>
  ) : (
    <Button variant="default" onClick={() => propose.mutate()} loading={propose.isPending}>
      {t('totp.enable')}
    </Button>
  );
  const isUnderWay = hasTotp ? isDisabling : propose.isSuccess;
  return (
    <Section title={t('totp.title')} description={t('totp.text')} actions={!isUnderWay && start}>
      <Stack align="flex-start">
        <StatusBadge tone={hasTotp ? 'good' : 'neutral'}>
          {hasTotp ? t('totp.on') : t('totp.off')}
        </StatusBadge>
        {propose.isError && <Failure error={propose.error} />}
        {propose.data && !hasTotp && <Enable proposal={propose.data} onDone={propose.reset} />}
        {isDisabling && hasTotp && <Disable onDone={() => setDisabling(false)} />}
      </Stack>
    </Section>
  );
}

function Enable({ proposal, onDone }: { proposal: Proposal; onDone: () => void }) {
  const { t } = useTranslation('account');
  const [code, setCode] = useState('');
  const cache = useQueryClient();
  const enable = useMutation({
    mutationFn: () => answer(api.PUT('/admin/api/account/totp', { body: { code } })),
    onSuccess: async () => {
      await cache.invalidateQueries(sessionQuery);
      onDone();
      notifyDone(t('totp.enabled'));
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

function Disable({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('account');
  const { t: words } = useTranslation();
  const [password, setPassword] = useState('');
  const cache = useQueryClient();
  const disable = useMutation({
    mutationFn: () => answer(api.DELETE('/admin/api/account/totp', { body: { password } })),
    onSuccess: async () => {
      await cache.invalidateQueries(sessionQuery);
      onDone();
      notifyDone(t('totp.disabled'));
    },
  });
  const wrong = fieldErrors(disable.error, { password: t('totp.wrongPassword') }).password;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        disable.mutate();
      }}
    >
      <Stack>
        {disable.isError && wrong === undefined && <Failure error={disable.error} />}
        <PasswordInput
          label={t('totp.password')}
          autoComplete="current-password"
          miw={280}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={wrong}
        />
        <Group>
          <Button type="submit" color="red" loading={disable.isPending} disabled={password === ''}>
            {t('totp.disable')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {words('action.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
