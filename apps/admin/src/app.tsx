import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useMemo } from 'react';
import { queryClient } from './api/query-client.ts';
import { useTranslation } from './i18n/i18n.ts';
import { Router } from './router.tsx';
import { Overlays } from './shell/overlays.tsx';
import { cssVariables, themeWith } from './theme/theme.ts';

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
