// What can appear over every page. Each is loaded when it is first needed, so that the page itself is
// there sooner.

import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { ensureTexts } from '../i18n/i18n.ts';
import { questions } from '../parts/confirm.ts';
import { identityQuestions } from '../parts/identity.ts';
import { LoadedLater } from '../parts/missing-file.tsx';
import { unshownWords } from '../parts/notify.ts';

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

const Notices = lazy(async () => {
  const { Notices: Host } = await import('./notices.tsx');
  return { default: Host };
});

/** Questions before grave deeds, and words after them. */
export function Overlays() {
  const question = useSyncExternalStore(questions.subscribe, questions.current);
  const identity = useSyncExternalStore(identityQuestions.subscribe, identityQuestions.current);
  const isUnshown = useSyncExternalStore(unshownWords.subscribe, unshownWords.current);
  const wasAsked = useOnce(question !== null);
  const wasAskedWho = useOnce(identity !== null);
  const wasSaid = useOnce(isUnshown);
  return (
    <LoadedLater>
      <Suspense fallback={null}>{wasAsked && <QuestionDialog question={question} />}</Suspense>
      <Suspense fallback={null}>{wasAskedWho && <IdentityDialog question={identity} />}</Suspense>
      <Suspense fallback={null}>{wasSaid && <Notices />}</Suspense>
    </LoadedLater>
  );
}

/** True from the first time that it was. */
function useOnce(isNow: boolean): boolean {
  const [was, setWas] = useState(isNow);
  if (isNow && !was) setWas(true);
  return was || isNow;
}
