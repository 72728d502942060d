// An authenticator app: a secret is made, shown as a QR code, and counts after its first code.

import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { useFieldErrors } from '../../components/text/field-words.ts';
import { CodeInput, Form } from '../../components/form/form.tsx';
import { CopyValue } from '../../components/text/copy.tsx';
import { Failure } from '../../components/state/failure.tsx';
import { withIdentity } from '../../components/dialog/identity.ts';
import { QrCode } from '../../components/text/qr-code.tsx';
import { ChangeButton, useChange } from '../../components/form/change.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { Note } from '../../components/text/text.tsx';

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
      <ChangeButton variant="default" change={propose}>
        {t('totp.enable')}
      </ChangeButton>
    </Stack>
  );
}

function FirstCode({ proposal, onDone }: { proposal: Proposal; onDone: () => void }) {
  const { t } = useTranslation('account');
  const [code, setCode] = useState('');
  const [isShort, setShort] = useState(false);
  const fieldErrors = useFieldErrors();
  const enable = useChange(
    () => withIdentity(() => call('put', '/account/totp', { body: { code } })),
    {
      done: t('totp.enabled'),
      onDone,
      onError: 'shown',
    },
  );
  const wrong =
    isShort && code.length < 6
      ? t('totp.short')
      : fieldErrors(enable.error, { code: t('totp.wrong') }).code;
  return (
    <Form
      onSubmit={() => {
        setShort(code.length < 6);
        if (code.length === 6) enable.mutate();
      }}
    >
      <Stack>
        <Text size="sm">{t('totp.scan')}</Text>
        <QrCode text={proposal.otpauthUrl} label={t('totp.qr')} />
        <div>
          <Note>{t('totp.secret')}</Note>
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
          <Button type="submit" loading={enable.isPending}>
            {t('totp.confirm')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
