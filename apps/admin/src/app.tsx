import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useMemo } from 'react';
import { queryClient } from './api/query-client.ts';
import { useTranslation } from './i18n/i18n.ts';
import { Router } from './router.tsx';
import { Overlays } from './shell/overlays.tsx';
import { styleNonce } from './theme/style-nonce.ts';
import { cssVariables, themeWith } from './theme/theme.ts';

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
        getStyleNonce={styleNonce}
      >
        <QueryClientProvider client={queryClient}>
          <Router />
          <Overlays />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
}
