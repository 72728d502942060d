// What can appear over every page. Each is loaded when it is first needed, so that the page itself is
// there sooner.

import { lazy, Suspense, useState } from 'react';
import { openQuestion } from '../components/dialog/confirm.ts';
import { identityQuestion } from '../components/dialog/identity.ts';
import { LoadedLater } from '../components/state/missing-file.tsx';
import { unshownNotices } from '../components/notify.ts';
import { ensureTexts } from '../i18n/i18n.ts';
import { useStore } from '../store.ts';

const QuestionDialog = lazy(async () => ({
  default: (await import('../components/dialog/question-dialog.tsx')).QuestionDialog,
}));

const IdentityDialog = lazy(async () => {
  const [{ IdentityDialog: Dialog }] = await Promise.all([
    import('../components/dialog/identity-dialog.tsx'),
    ensureTexts(['account']),
  ]);
  return { default: Dialog };
});

const Notices = lazy(async () => ({ default: (await import('./notices.tsx')).Notices }));

/** Questions before grave deeds, and notices after them. */
export function Overlays() {
  const question = useStore(openQuestion);
  const identity = useStore(identityQuestion);
  const wasAsked = useOnce(question !== null);
  const wasAskedWho = useOnce(identity !== null);
  const wasNoticed = useOnce(useStore(unshownNotices).length > 0);
  return (
    <LoadedLater>
      <Suspense fallback={null}>{wasAsked && <QuestionDialog question={question} />}</Suspense>
      <Suspense fallback={null}>{wasAskedWho && <IdentityDialog question={identity} />}</Suspense>
      <Suspense fallback={null}>{wasNoticed && <Notices />}</Suspense>
    </LoadedLater>
  );
}

/** True from the first time that it was. */
function useOnce(isNow: boolean): boolean {
  const [was, setWas] = useState(isNow);
  if (isNow && !was) setWas(true);
  return was || isNow;
}
