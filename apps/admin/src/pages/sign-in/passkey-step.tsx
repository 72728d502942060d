import { Stack } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { signWithPasskey } from '../../api/passkeys.ts';
import type { Schema } from '../../api/contract.ts';
import { ChangeButton, useChange } from '../../components/form/change.tsx';
import { PasskeyFailure } from '../../components/form/passkey-failure.tsx';
import { useTranslation } from '../../i18n/i18n.ts';

interface PasskeyStepProps {
  options: Schema<'AdminPasskeyOptions'>;
  isWaiting: boolean;
  onSigned: (passkey: Schema<'AdminPasskeyAssertion'>) => void;
}

/** The second step with a passkey. */
export default function PasskeyStep({ options, isWaiting, onSigned }: PasskeyStepProps) {
  const { t } = useTranslation('sign-in');
  const sign = useChange(() => signWithPasskey(options), {
    onDone: onSigned,
    onError: 'shown',
    readsAgain: false,
  });
  return (
    <Stack>
      <PasskeyFailure error={sign.error} />
      <ChangeButton
        size="md"
        leftSection={<IconFingerprint size={20} />}
        change={{ isPending: sign.isPending || isWaiting, mutate: sign.mutate }}
      >
        {t('passkey')}
      </ChangeButton>
    </Stack>
  );
}
