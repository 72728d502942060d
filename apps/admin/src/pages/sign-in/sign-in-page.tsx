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
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { call } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { isProblem } from '../../api/problem.ts';
import { sessionQuery, setSession } from '../../api/session.ts';
import { setLanguage, useTranslation } from '../../i18n/i18n.ts';
import { Form } from '../../components/form.tsx';
import { useProblemText } from '../../components/problem-text.ts';
import { useChange } from '../../components/use-change.ts';
import { SignedOutLayout } from '../../shell/signed-out-layout.tsx';
import { PasskeyStep } from './passkey-step.tsx';
import { safePath } from './safe-path.ts';

interface Credentials {
  email: string;
  password: string;
}

/** What is known once the password was right. */
interface SecondStep extends Credentials {
  hasApp: boolean;
  /** What a passkey may sign. */
  passkey: Schema<'AdminPasskeyOptions'> | null;
}

function wordsOf({ hasApp, passkey }: SecondStep) {
  if (passkey === null) return { title: 'totpTitle', lead: 'totpHint' } as const;
  return { title: 'secondTitle', lead: hasApp ? 'eitherHint' : 'passkeyHint' } as const;
}

/** Leads back to the page that asked for the sign-in. */
export function SignInPage() {
  const { t } = useTranslation('sign-in');
  const [search] = useSearchParams();
  const [known, setKnown] = useState<SecondStep | null>(null);
  const session = useQuery({ ...sessionQuery, staleTime: Infinity });
  const signIn = useChange((body: Schema<'AdminSignIn'>) => call('post', '/sign-in', { body }), {
    onDone: (signedIn) => {
      setLanguage(signedIn.user.locale);
      setSession(signedIn);
    },
    onError: (error, { email, password }) => {
      if (!isProblem(error, 'SECOND_FACTOR_REQUIRED')) return;
      const { totp = true, passkey = null } = error.secondFactor ?? {};
      setKnown({ email, password, hasApp: totp, passkey });
    },
  });
  if (session.data) return <Navigate to={safePath(search.get('next'))} replace />;
  if (known) {
    const { email, password, hasApp, passkey } = known;
    const { title, lead } = wordsOf(known);
    const wasTried = signIn.variables?.totp ?? signIn.variables?.passkey;
    return (
      <SignedOutLayout title={t(title)} lead={t(lead)}>
        <Stack>
          <Refusal error={signIn.error} refused={wasTried === undefined ? null : t('totpWrong')} />
          {passkey && (
            <PasskeyStep
              options={passkey}
              isWaiting={signIn.isPending}
              onSigned={(signed) => signIn.mutate({ email, password, passkey: signed })}
            />
          )}
          {hasApp && (
            <CodeForm
              isWaiting={signIn.isPending}
              onCode={(totp) => signIn.mutate({ email, password, totp })}
            />
          )}
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => {
              setKnown(null);
              signIn.reset();
            }}
          >
            {t('otherAccount')}
          </Anchor>
        </Stack>
      </SignedOutLayout>
    );
  }
  return (
    <SignedOutLayout title={t('title')} lead={t('lead')}>
      <PasswordForm
        isWaiting={signIn.isPending}
        error={signIn.error}
        onSubmit={(credentials) => signIn.mutate(credentials)}
      />
    </SignedOutLayout>
  );
}

interface PasswordFormProps {
  isWaiting: boolean;
  error: unknown;
  onSubmit: (credentials: Credentials) => void;
}

function PasswordForm({ isWaiting, error, onSubmit }: PasswordFormProps) {
  const { t } = useTranslation('sign-in');
  // What is missing is said when it is sent, and no longer once it is written into.
  const [missing, setMissing] = useState<Partial<Credentials>>({});
  const submit = (form: HTMLFormElement) => {
    // As they stand in the fields: a password manager may have filled them without an event.
    const fields = new FormData(form);
    const email = fields.get('email') as string;
    const password = fields.get('password') as string;
    setMissing({
      ...(email.trim() === '' && { email: t('emailMissing') }),
      ...(password === '' && { password: t('passwordMissing') }),
    });
    if (email.trim() !== '' && password !== '') onSubmit({ email, password });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
      noValidate
    >
      <Stack>
        <Refusal error={error} />
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          autoFocus
          size="md"
          name="email"
          onChange={() => setMissing(({ password }) => ({ ...(password && { password }) }))}
          error={missing.email}
        />
        <PasswordInput
          label={t('password')}
          autoComplete="current-password"
          size="md"
          name="password"
          onChange={() => setMissing(({ email }) => ({ ...(email && { email }) }))}
          error={missing.password}
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
  onCode: (code: string) => void;
}

function CodeForm({ isWaiting, onCode }: CodeFormProps) {
  const { t } = useTranslation('sign-in');
  const [code, setCode] = useState('');
  return (
    <Form onSubmit={() => onCode(code)}>
      <Stack>
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
      </Stack>
    </Form>
  );
}

interface RefusalProps {
  error: unknown;
  /** Of a second factor; null where none was tried yet. */
  refused?: string | null;
}

function Refusal({ error, refused = null }: RefusalProps) {
  const text = useProblemText();
  const isOfFactor = isProblem(error, 'SECOND_FACTOR_REQUIRED');
  if (!error || (isOfFactor && refused === null)) return null;
  const words = isOfFactor ? refused : null;
  return (
    <Alert color="red" icon={<IconAlertTriangle />} role="alert">
      <Text size="sm">{words ?? text(error)}</Text>
    </Alert>
  );
}
