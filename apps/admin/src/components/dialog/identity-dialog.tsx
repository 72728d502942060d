import { Button, Divider, Group, Modal, Stack, Text } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { signWithPasskey } from '../../api/passkeys.ts';
import { useSession } from '../../api/session.ts';
import { PasswordField } from '../form/password-field.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { otherThanFields, useFieldErrors } from '../text/field-words.ts';
import { ChangeForm, CodeInput, Form } from '../form/form.tsx';
import { giveFocusBack } from '../focus.ts';
import type { IdentityQuestion } from './identity.ts';
import { PasskeyFailure } from '../form/passkey-failure.tsx';
import { ChangeButton, useChange } from '../form/change.tsx';

const confirm = (body: Schema<'AdminConfirmation'>) =>
  call('post', '/account/confirmation', { body });

async function confirmWithPasskey() {
  const options = await call('post', '/account/confirmation/passkey-options');
  return confirm({ passkey: await signWithPasskey(options) });
}

/** Asks for the password, a code of the app or a passkey; opened by `withIdentity`. */
export default function IdentityDialog({ question }: { question: IdentityQuestion | null }) {
  const { t } = useTranslation('account');
  return (
    <Modal
      opened={question !== null}
      onClose={() => question?.resolve(false)}
      title={t('identity.title')}
      onExitTransitionEnd={giveFocusBack}
    >
      {question && <Ways question={question} />}
    </Modal>
  );
}

function Ways({ question }: { question: IdentityQuestion }) {
  const { t } = useTranslation('account');
  const { user } = useSession();
  const onDone = () => question.resolve(true);
  const passkey = useChange(confirmWithPasskey, { onDone, onError: 'shown' });
  return (
    <Stack>
      <Text size="sm">{t('identity.text')}</Text>
      <PasswordForm onDone={onDone} onClose={() => question.resolve(false)} />
      {(user.hasTotp || user.passkeys > 0) && <Divider label={t('identity.or')} />}
      {user.hasTotp && <CodeForm onDone={onDone} />}
      {user.passkeys > 0 && (
        <ChangeButton
          variant="default"
          leftSection={<IconFingerprint size={18} />}
          change={passkey}
        >
          {t('identity.passkey')}
        </ChangeButton>
      )}
      <PasskeyFailure error={passkey.error} />
    </Stack>
  );
}

function PasswordForm({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation('account');
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const fieldErrors = useFieldErrors();
  const proof = useChange(confirm, { onDone, onError: 'shown' });
  return (
    <ChangeForm
      change={proof}
      error={otherThanFields(proof.error)}
      submit={t('identity.confirm')}
      onSubmit={() => {
        setMissing(password === '');
        if (password !== '') proof.mutate({ password });
      }}
      onClose={onClose}
    >
      <PasswordField
        label={t('identity.password')}
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={
          isMissing && password === ''
            ? t('identity.passwordMissing')
            : fieldErrors(proof.error, { password: t('identity.wrongPassword') }).password
        }
      />
    </ChangeForm>
  );
}

function CodeForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('account');
  const [code, setCode] = useState('');
  const fieldErrors = useFieldErrors();
  const proof = useChange(confirm, { onDone, onError: 'shown' });
  return (
    <Form onSubmit={() => proof.mutate({ totp: code })}>
      <PasskeyFailure error={otherThanFields(proof.error)} />
      <Group align="flex-end">
        <CodeInput
          label={t('identity.code')}
          value={code}
          onCode={setCode}
          error={fieldErrors(proof.error, { totp: t('identity.wrongCode') }).totp}
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
    </Form>
  );
}
