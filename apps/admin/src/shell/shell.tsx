// The frame around every page behind the sign-in: header, navigation, content.

import { ActionIcon, AppShell, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useEffect } from 'react';
import { Outlet, useLocation, useMatch } from 'react-router';
import { useSession } from '../api/session.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { Loading } from '../components/state/loading.tsx';
import { LoadedLater } from '../components/state/missing-file.tsx';
import { AccountMenu } from './header/account-menu.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { CrashBoundary } from './crash.tsx';
import { CompanySwitch } from './header/company-switch.tsx';
import { Logo } from './header/logo.tsx';
import { Navigation } from './navigation.tsx';
import { PrintedHead } from './printed-head.tsx';
import { WaitingBar } from './waiting-bar.tsx';
import classes from './shell.module.css';

const EnvironmentSwitch = lazy(() => import('./header/environment-switch.tsx'));

/** Header, navigation and the page. */
export default function Shell() {
  const { t } = useTranslation();
  const [isOpen, menu] = useDisclosure(false);
  const { pathname } = useLocation();
  // The menu of a phone covers the page that was just chosen.
  useEffect(() => menu.close(), [pathname]);
  const { companyId: own } = useSession().user;
  const opened = useMatch('/companies/:companyId/*')?.params.companyId;
  const isCompany = opened !== undefined && opened !== 'new';
  // A company admin's own company stays at hand on the pages that belong to no company.
  const companyId = isCompany ? opened : (own ?? undefined);
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 252, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'lg', lg: 'xl' }}
    >
      <a href="#content" className={classes.skip}>
        {t('skipToContent')}
      </a>
      <WaitingBar />
      <AppShell.Header className={classes.header}>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <ActionIcon
            hiddenFrom="md"
            variant="subtle"
            color="gray"
            size="lg"
            onClick={menu.toggle}
            aria-expanded={isOpen}
            aria-controls="navigation"
            aria-label={isOpen ? t('closeMenu') : t('openMenu')}
          >
            {isOpen ? <IconX size={20} /> : <IconMenu2 size={20} />}
          </ActionIcon>
          <Logo isHiddenOnPhone={companyId !== undefined} />
          <CompanySwitch companyId={companyId} />
          <Group ml="auto" gap="sm" wrap="nowrap">
            {isCompany && (
              <LoadedLater>
                <EnvironmentSwitch companyId={opened} />
              </LoadedLater>
            )}
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar id="navigation" className={classes.navbar} data-open={isOpen}>
        <Navigation companyId={companyId} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <PrintedHead companyId={isCompany ? opened : undefined} />
        <ConnectionBanner />
        <CrashBoundary>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </CrashBoundary>
      </AppShell.Main>
    </AppShell>
  );
}
