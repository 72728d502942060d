import { Button, Stack } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import type { Schema } from '../../api/contract.ts';
import { signWithPasskey } from '../../api/passkeys.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { PasskeyTrouble } from '../../components/passkey-trouble.tsx';
import { useChange } from '../../components/use-change.ts';

interface PasskeyStepProps {
  /** What is to be signed. */
  options: Schema<'AdminPasskeyOptions'>;
  isWaiting: boolean;
  onSigned: (passkey: Schema<'AdminPasskeyAssertion'>) => void;
}

/** The second step of a sign-in by passkey. */
export function PasskeyStep({ options, isWaiting, onSigned }: PasskeyStepProps) {
  const { t } = useTranslation('sign-in');
  const sign = useChange(() => signWithPasskey(options), { onDone: onSigned, onError: 'shown' });
  return (
    <Stack>
      <PasskeyTrouble error={sign.error} />
      <Button
        size="md"
        leftSection={<IconFingerprint size={20} />}
        loading={sign.isPending || isWaiting}
        onClick={() => sign.mutate()}
      >
        {t('passkey')}
      </Button>
    </Stack>
  );
}
