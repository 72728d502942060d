// E-mail and password, then, where the account has one, the code of the second factor.

import {
  Alert,
  Anchor,
  Button,
  PasswordInput,
  PinInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { answer, api } from '../../api/client.ts';
import { isProblem } from '../../api/problem.ts';
import { sessionQuery, setSession } from '../../api/session.ts';
import { setLanguage } from '../../i18n/i18n.ts';
import { useProblemText } from '../../parts/problem-text.ts';
import { Outside } from '../../shell/outside.tsx';
import { safePath } from './safe-path.ts';

interface Credentials {
  email: string;
  password: string;
}

/** Leads back to where somebody came from. */
export function SignInPage() {
  const { t } = useTranslation('sign-in');
  const [search] = useSearchParams();
  const [known, setKnown] = useState<Credentials | null>(null);
  const session = useQuery({ ...sessionQuery, staleTime: Infinity });
  const signIn = useMutation({
    mutationFn: (body: Credentials & { totp?: string }) =>
      answer(api.POST('/admin/api/sign-in', { body })),
    onSuccess: (signedIn) => {
      void setLanguage(signedIn.user.locale);
      setSession(signedIn);
    },
    onError: (error, { email, password }) => {
      if (isProblem(error, 'SECOND_FACTOR_REQUIRED')) setKnown({ email, password });
    },
  });
  if (session.data) return <Navigate to={safePath(search.get('next'))} replace />;
  if (known) {
    return (
      <Outside title={t('totpTitle')} lead={t('totpHint')}>
        <CodeForm
          isWaiting={signIn.isPending}
          error={isProblem(signIn.error, 'SECOND_FACTOR_REQUIRED') ? null : signIn.error}
          onCode={(totp) => signIn.mutate({ ...known, totp })}
          onOther={() => {
            setKnown(null);
            signIn.reset();
          }}
        />
      </Outside>
    );
  }
  return (
    <Outside title={t('title')} lead={t('lead')}>
      <PasswordForm
        isWaiting={signIn.isPending}
        error={signIn.error}
        onSubmit={(credentials) => signIn.mutate(credentials)}
      />
    </Outside>
  );
}

interface PasswordFormProps {
  isWaiting: boolean;
  error: unknown;
  onSubmit: (credentials: Credentials) => void;
}

function PasswordForm({ isWaiting, error, onSubmit }: PasswordFormProps) {
  const { t } = useTranslation('sign-in');
  const form = useForm<Credentials>({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) => (email.trim() === '' ? t('emailMissing') : null),
      password: (password) => (password === '' ? t('passwordMissing') : null),
    },
  });
  return (
    <form onSubmit={form.onSubmit(onSubmit)} noValidate>
      <Stack>
        <Refusal error={error} />
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          autoFocus
          size="md"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('password')}
          autoComplete="current-password"
          size="md"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="md" loading={isWaiting} mt="xs">
          {t('submit')}
        </Button>
      </Stack>
    </form>
  );
}

interface CodeFormProps {
  isWaiting: boolean;
  error: unknown;
  onCode: (code: string) => void;
  onOther: () => void;
}

function CodeForm({ isWaiting, error, onCode, onOther }: CodeFormProps) {
  const { t } = useTranslation('sign-in');
  const [code, setCode] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onCode(code);
      }}
    >
      <Stack>
        <Refusal error={error} refused={t('totpWrong')} />
        <PinInput
          length={6}
          type="number"
          oneTimeCode
          autoFocus
          size="lg"
          aria-label={t('totpTitle')}
          value={code}
          onChange={setCode}
          onComplete={onCode}
        />
        <Button type="submit" size="md" loading={isWaiting} disabled={code.length < 6}>
          {t('submit')}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onOther}>
          {t('otherAccount')}
        </Anchor>
      </Stack>
    </form>
  );
}

function Refusal({ error, refused }: { error: unknown; refused?: string }) {
  const text = useProblemText();
  if (!error || isProblem(error, 'SECOND_FACTOR_REQUIRED')) return null;
  const words = refused !== undefined && isProblem(error, 'SIGN_IN_REFUSED') ? refused : null;
  return (
    <Alert color="red" icon={<IconAlertTriangle />} role="alert">
      <Text size="sm">{words ?? text(error)}</Text>
    </Alert>
  );
}
