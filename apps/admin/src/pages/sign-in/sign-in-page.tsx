// E-mail and password, then, where the account has one, the code of the second factor.

import { Alert, Button, PinInput, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { call } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { isProblem } from '../../api/problem.ts';
import { sessionQuery, setSession } from '../../api/session.ts';
import type { SignInReason } from '../../api/session.ts';
import { hasDrafts } from '../../draft.ts';
import {
  forgetChosenLanguage,
  languageChosenSignedOut,
  setLanguage,
  useLanguage,
  useTranslation,
} from '../../i18n/i18n.ts';
import { PasswordField } from '../../components/form/password-field.tsx';
import { Form } from '../../components/form/form.tsx';
import { useProblemText } from '../../components/state/failure.tsx';
import { Loading } from '../../components/state/loading.tsx';
import { useChange } from '../../components/form/change.tsx';
import { SignedOutLayout } from '../../shell/signed-out-layout.tsx';
import { PageLink, TextButton } from '../../components/text/text.tsx';
import { safePath } from './safe-path.ts';

/** Few have a passkey: what it takes is loaded for them alone. */
const PasskeyStep = lazy(() => import('./passkey-step.tsx'));

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
export default function SignInPage() {
  const { t } = useTranslation('sign-in');
  const [search] = useSearchParams();
  const [known, setKnown] = useState<SecondStep | null>(null);
  const session = useQuery({ ...sessionQuery, staleTime: Infinity });
  const shownLocale = useLanguage();
  const send = (credentials: Schema<'AdminSignIn'>) => {
    const locale = languageChosenSignedOut();
    const body = { ...credentials, shownLocale, ...(locale && { locale }) };
    return call('post', '/sign-in', { body });
  };
  const signIn = useChange(send, {
    readsAgain: false,
    onDone: (signedIn) => {
      setLanguage(signedIn.user.locale);
      forgetChosenLanguage();
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
            <Suspense fallback={<Loading />}>
              <PasskeyStep
                options={passkey}
                isWaiting={signIn.isPending}
                onSigned={(signed) => signIn.mutate({ email, password, passkey: signed })}
              />
            </Suspense>
          )}
          {hasApp && (
            <CodeForm
              isWaiting={signIn.isPending}
              onCode={(totp) => signIn.mutate({ email, password, totp })}
            />
          )}
          <TextButton
            onClick={() => {
              setKnown(null);
              signIn.reset();
            }}
          >
            {t('otherAccount')}
          </TextButton>
        </Stack>
      </SignedOutLayout>
    );
  }
  return (
    <SignedOutLayout title={t('title')} lead={t('lead')}>
      <Reason reason={search.get('reason')} />
      <PasswordForm change={signIn} onSubmit={(credentials) => signIn.mutate(credentials)} />
    </SignedOutLayout>
  );
}

const REASONS: readonly (string | null)[] = [
  'ended',
  'link',
  'signed-out',
] satisfies SignInReason[];

function isReason(reason: string | null): reason is SignInReason {
  return REASONS.includes(reason);
}

/** Why a person sees the sign-in who has not asked for it. */
function Reason({ reason }: { reason: string | null }) {
  const { t } = useTranslation('sign-in');
  if (!isReason(reason)) return null;
  return (
    <Alert color={reason === 'ended' ? 'yellow' : 'blue'} role="status" mb="md">
      <Text size="sm">{t(`reason.${reason}`)}</Text>
      {reason === 'ended' && hasDrafts(sessionStorage) && <Text size="sm">{t('kept')}</Text>}
    </Alert>
  );
}

interface PasswordFormProps {
  change: { isPending: boolean; error: unknown };
  onSubmit: (credentials: Credentials) => void;
}

function PasswordForm({ change, onSubmit }: PasswordFormProps) {
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
    const missed = email.trim() === '' ? 'email' : password === '' ? 'password' : null;
    if (missed === null) onSubmit({ email, password });
    else form.querySelector<HTMLInputElement>(`[name="${missed}"]`)?.focus();
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
        <Refusal error={change.error} />
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
        <PasswordField
          label={t('password')}
          autoComplete="current-password"
          size="md"
          name="password"
          onChange={() => setMissing(({ email }) => ({ ...(email && { email }) }))}
          error={missing.password}
        />
        <Button type="submit" size="md" loading={change.isPending} mt="xs">
          {t('submit')}
        </Button>
        <PageLink to="/forgotten-password">{t('forgotten.link')}</PageLink>
      </Stack>
    </form>
  );
}

function CodeForm({ isWaiting, onCode }: { isWaiting: boolean; onCode: (code: string) => void }) {
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

/**
 * @param props.refused says that a second factor was not accepted; null where none was tried yet.
 */
function Refusal({ error, refused = null }: { error: unknown; refused?: string | null }) {
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
