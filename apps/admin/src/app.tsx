import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { useTranslation } from 'react-i18next';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from './api/query-client.ts';
import { router } from './router.tsx';
import { styleNonce } from './theme/style-nonce.ts';
import { cssVariables, theme } from './theme/theme.ts';

/** Everything around the routes. */
export function App() {
  const { t } = useTranslation();
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <QueryClientProvider client={queryClient}>
          <ModalsProvider
            labels={{ confirm: t('action.confirm'), cancel: t('action.cancel') }}
            modalProps={{ closeButtonProps: { 'aria-label': t('action.close') } }}
          >
            <Notifications position="bottom-right" />
            <RouterProvider router={router} />
          </ModalsProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
}
