// What can appear over every page. Each is loaded when it is first needed.

import { getDefaultZIndex } from '@mantine/core';
import { lazy, useState } from 'react';
import { openQuestion } from '../components/confirm.ts';
import { identityQuestion } from '../components/dialog/identity.ts';
import { LoadedLater } from '../components/state/missing-file.tsx';
import { hasNotices } from '../components/notify.ts';
import { ensureTexts } from '../i18n/i18n.ts';
import { useStore } from '../store.ts';

const QuestionDialog = lazy(() => import('../components/dialog/question-dialog.tsx'));
const IdentityDialog = lazy(async () => {
  const [module] = await Promise.all([
    import('../components/dialog/identity-dialog.tsx'),
    ensureTexts(['account']),
  ]);
  return module;
});
const Notifications = lazy(async () => ({
  default: (await import('@mantine/notifications')).Notifications,
}));

/**
 * Questions before grave deeds, and notices after them, which never cover the buttons of a dialog.
 */
export function Overlays() {
  const question = useStore(openQuestion);
  const identity = useStore(identityQuestion);
  const wasAsked = useOnce(question !== null);
  const wasAskedWho = useOnce(identity !== null);
  return (
    <>
      <LoadedLater>{wasAsked && <QuestionDialog question={question} />}</LoadedLater>
      <LoadedLater>{wasAskedWho && <IdentityDialog question={identity} />}</LoadedLater>
      <LoadedLater>
        {useStore(hasNotices) && (
          <Notifications position="bottom-right" zIndex={getDefaultZIndex('modal') - 1} />
        )}
      </LoadedLater>
    </>
  );
}

/** True from the first time that it was. */
function useOnce(isNow: boolean): boolean {
  const [was, setWas] = useState(isNow);
  if (isNow && !was) setWas(true);
  return was || isNow;
}
