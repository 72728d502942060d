// An authenticator app: a secret is made, shown as a QR code, and counts after its first code.

import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { refreshSession } from '../../api/session.ts';
import { CodeInput } from '../../components/code-input.tsx';
import { CopyValue } from '../../components/copy-value.tsx';
import { Failure } from '../../components/failure.tsx';
import { Form } from '../../components/form.tsx';
import { fieldErrors } from '../../components/form-errors.ts';
import { withIdentity } from '../../components/identity.ts';
import { QrCode } from '../../components/qr-code.tsx';
import { useChange } from '../../components/use-change.ts';
import { useTranslation } from '../../i18n/i18n.ts';

type Proposal = Schema<'AdminTotpProposal'>;

/** A button, then the secret and the field for its first code. */
export function TotpSetUp() {
  const { t } = useTranslation('account');
  const propose = useChange(() => withIdentity(() => call('post', '/account/totp')), {
    onError: 'shown',
  });
  if (propose.data) return <FirstCode proposal={propose.data} onDone={propose.reset} />;
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
  const enable = useChange(
    () => withIdentity(() => call('put', '/account/totp', { body: { code } })),
    {
      done: t('totp.enabled'),
      onDone: () => {
        onDone();
        void refreshSession();
      },
      onError: 'shown',
    },
  );
  const wrong = fieldErrors(enable.error, { code: t('totp.wrong') }).code;
  return (
    <Form onSubmit={enable.mutate}>
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
        <CodeInput
          label={t('totp.code')}
          description={t('totp.codeHint')}
          value={code}
          onCode={setCode}
          error={wrong}
        />
        <Group>
          <Button type="submit" loading={enable.isPending} disabled={code.length !== 6}>
            {t('totp.confirm')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
