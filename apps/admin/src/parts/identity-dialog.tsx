// The password, a code of the app or a passkey, before something about the account is changed.

import {
  Button,
  Divider,
  Group,
  Modal,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api } from '../api/client.ts';
import type { Schema } from '../api/contract.ts';
import { signWithPasskey } from '../api/passkeys.ts';
import { useUser } from '../api/session.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { giveFocusBack } from './focus.ts';
import { fieldErrors } from './form-errors.ts';
import type { IdentityQuestion } from './identity.ts';
import { PasskeyTrouble } from './passkey-trouble.tsx';

type Proof = Schema<'AdminConfirmation'>;

const confirm = (body: Proof) => answer(api.POST('/admin/api/account/confirmation', { body }));

async function confirmWithPasskey() {
  const path = '/admin/api/account/confirmation/passkey-options';
  return confirm({ passkey: await signWithPasskey(await answer(api.POST(path))) });
}

/** Asks once; whatever is asked for comes through `withIdentity`. */
export function IdentityDialog({ question }: { question: IdentityQuestion | null }) {
  const { t } = useTranslation('account');
  return (
    <Modal
      opened={question !== null}
      onClose={() => question?.answer(false)}
      title={t('identity.title')}
      onExitTransitionEnd={giveFocusBack}
    >
      {question && <Ways question={question} />}
    </Modal>
  );
}

function Ways({ question }: { question: IdentityQuestion }) {
  const { t } = useTranslation('account');
  const user = useUser();
  const onSuccess = () => question.answer(true);
  const passkey = useMutation({ mutationFn: confirmWithPasskey, onSuccess });
  return (
    <Stack>
      <Text size="sm">{t('identity.text')}</Text>
      <PasswordForm onSuccess={onSuccess} onClose={() => question.answer(false)} />
      {(user.hasTotp || user.passkeys > 0) && <Divider label={t('identity.or')} />}
      {user.hasTotp && <CodeForm onSuccess={onSuccess} />}
      {user.passkeys > 0 && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={18} />}
          loading={passkey.isPending}
          onClick={() => passkey.mutate()}
        >
          {t('identity.passkey')}
        </Button>
      )}
      <PasskeyTrouble error={passkey.error} />
    </Stack>
  );
}

function PasswordForm({ onSuccess, onClose }: { onSuccess: () => void; onClose: () => void }) {
  const { t } = useTranslation('account');
  const { t: words } = useTranslation();
  const [password, setPassword] = useState('');
  const proof = useMutation({ mutationFn: confirm, onSuccess });
  const wrong = fieldErrors(proof.error, { password: t('identity.wrongPassword') }).password;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        proof.mutate({ password });
      }}
    >
      <Stack>
        {wrong === undefined && <PasskeyTrouble error={proof.error} />}
        <PasswordInput
          label={t('identity.password')}
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={wrong}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words('action.cancel')}
          </Button>
          <Button type="submit" loading={proof.isPending} disabled={password === ''}>
            {t('identity.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function CodeForm({ onSuccess }: { onSuccess: () => void }) {
  const { t } = useTranslation('account');
  const [code, setCode] = useState('');
  const proof = useMutation({ mutationFn: confirm, onSuccess });
  const wrong = fieldErrors(proof.error, { totp: t('identity.wrongCode') }).totp;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        proof.mutate({ totp: code });
      }}
    >
      {wrong === undefined && <PasskeyTrouble error={proof.error} />}
      <Group align="flex-end">
        <TextInput
          label={t('identity.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          maw={220}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value.replaceAll(/\D/g, ''))}
          error={wrong}
        />
        <Button
          type="submit"
          variant="default"
          loading={proof.isPending}
          disabled={code.length !== 6}
        >
          {t('identity.confirm')}
        </Button>
      </Group>
    </form>
  );
}
