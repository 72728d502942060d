// What can appear over every page. It is loaded when it is needed, or when nothing else is to do, so that
// the page itself is there sooner.

import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { ensureTexts } from '../i18n/i18n.ts';
import { questions } from '../parts/confirm.ts';
import { identityQuestions } from '../parts/identity.ts';

const QuestionDialog = lazy(async () => {
  const { QuestionDialog: Dialog } = await import('../parts/question-dialog.tsx');
  return { default: Dialog };
});

const IdentityDialog = lazy(async () => {
  const [{ IdentityDialog: Dialog }] = await Promise.all([
    import('../parts/identity-dialog.tsx'),
    ensureTexts(['account']),
  ]);
  return { default: Dialog };
});

const Notifications = lazy(async () => {
  const { Notifications: Host } = await import('@mantine/notifications');
  return { default: Host };
});

/** Questions before grave deeds, and words after them. */
export function Overlays() {
  const question = useSyncExternalStore(questions.subscribe, questions.current);
  const identity = useSyncExternalStore(identityQuestions.subscribe, identityQuestions.current);
  const [wasAsked, setAsked] = useState(false);
  const [wasAskedWho, setAskedWho] = useState(false);
  const [isQuiet, setQuiet] = useState(false);
  if (question !== null && !wasAsked) setAsked(true);
  if (identity !== null && !wasAskedWho) setAskedWho(true);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), 500);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Suspense fallback={null}>
      {wasAsked && <QuestionDialog question={question} />}
      {wasAskedWho && <IdentityDialog question={identity} />}
      {isQuiet && <Notifications position="bottom-right" />}
    </Suspense>
  );
}
