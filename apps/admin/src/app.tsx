import { MantineProvider, getDefaultZIndex } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useMemo, lazy, useState } from 'react';
import { queryClient } from './api/query-client.ts';
import { useTranslation, ensureTexts } from './i18n/i18n.ts';
import { Router } from './router.tsx';
import { cssVariables, themeWith } from './theme/theme.ts';
import { openQuestion } from './components/confirm.ts';
import { identityQuestion } from './components/dialog/identity.ts';
import { LoadedLater } from './components/state/missing-file.tsx';
import { hasNotices } from './components/notify.ts';
import { useStore } from './store.ts';

// The Content-Security-Policy allows styles made at run time only with the nonce of the response.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// Where the package that locks scrolling behind a dialog looks for it.
Object.assign(globalThis, { __webpack_nonce__: nonce });

/** Everything around the routes. */
export function App() {
  const { t } = useTranslation();
  const close = t('action.close');
  const theme = useMemo(() => themeWith(close), [close]);
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queryClient}>
          <Router>
            <Overlays />
          </Router>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
}

const QuestionDialog = lazy(() => import('./components/dialog/question-dialog.tsx'));
const IdentityDialog = lazy(async () => {
  const [module] = await Promise.all([
    import('./components/dialog/identity-dialog.tsx'),
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
function Overlays() {
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
