// The frame around every page behind the sign-in: header, navigation, content.

import { ActionIcon, AppShell, Group, Alert, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2, IconX, IconPlugConnectedX } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation, useMatch, useSearchParams } from 'react-router';
import { useSession } from '../api/session.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { EnvironmentChoice } from '../components/environment-choice.tsx';
import { Loading } from '../components/state/loading.tsx';
import { MissingFile } from '../components/state/missing-file.tsx';
import { CrashBoundary } from './crash.tsx';
import { Logo } from './header/logo.tsx';
import { Navigation } from './navigation.tsx';
import { WaitingBar } from './waiting-bar.tsx';
import classes from './shell.module.css';
import { askService, awaySince } from '../api/connection.ts';
import { useFormats } from '../format/use-formats.ts';
import { silentSince } from '../live/shared-stream.ts';
import { useStore } from '../store.ts';
import { useQuery } from '@tanstack/react-query';
import { companyQuery, useEnvironmentOf } from './company-guard.tsx';
import { useLoadedLater } from '../components/state/use-loaded-later.ts';
import { AccountButton } from './header/account-button.tsx';
import { useMay } from '../api/may.ts';
import { CompanyButton } from './header/company-button.tsx';

/** Header, navigation and the page. */
export function Shell() {
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
            {isCompany && <EnvironmentSwitch companyId={opened} />}
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

/** The environment of the company's pages: test has a warm ground around it, beside its word. */
function EnvironmentSwitch({ companyId }: { companyId: string }) {
  const { t } = useTranslation();
  const { data: company } = useQuery(companyQuery(companyId));
  const environment = useEnvironmentOf(company ?? null);
  if (!company) return null;
  return (
    <EnvironmentChoice
      environment={environment}
      size="xs"
      radius="md"
      {...(environment === 'test' && {
        bg: 'light-dark(#fbeed2, #3a2f17)',
        title: t('environment.testHint'),
      })}
    />
  );
}

/** Nothing while everything arrives. */
function ConnectionBanner() {
  const away = useStore(awaySince);
  const silent = useStore(silentSince);
  if (away !== null) return <Banner kind="since" since={away} />;
  return silent && <Banner kind="silentSince" since={silent} />;
}

function Banner({ kind, since }: { kind: 'since' | 'silentSince'; since: Date }) {
  const { t } = useTranslation();
  const title = navigator.onLine ? 'title' : 'device';
  const formats = useFormats();
  return (
    <Alert
      role="status"
      color={kind === 'since' ? 'red' : 'yellow'}
      icon={<IconPlugConnectedX />}
      title={t(`away.${kind === 'since' ? title : 'silent'}`)}
      mb="lg"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t(`away.${kind}`, { time: formats.time(since) })}</Text>
        {kind === 'since' && (
          <Button size="xs" variant="default" onClick={() => void askService()}>
            {t('action.retry')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** On paper alone: whose page it is, and when it was printed. */
function PrintedHead({ companyId }: { companyId: string | undefined }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const [search] = useSearchParams();
  const [at, setAt] = useState(() => new Date().toISOString());
  useEffect(() => {
    const note = () => setAt(new Date().toISOString());
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
  const { data: company } = useQuery({
    ...companyQuery(companyId ?? ''),
    enabled: companyId !== undefined,
  });
  const environment = useEnvironmentOf(company ?? null);
  return (
    <div data-printed-only>
      {company && `${company.name}, ${company.tin} `}
      {(company ?? search.has('environment')) && `· ${t(`environment.${environment}`)} · `}
      {t('printed', { at: dateTime(at) })}
    </div>
  );
}

const loadAccountMenu = () => import('./header/open-account-menu.tsx');

/** The person who is signed in; the menu is loaded when it is first opened. */
function AccountMenu() {
  const { Loaded, state, open } = useLoadedLater(loadAccountMenu);
  if (Loaded) return <Loaded />;
  return (
    <>
      <AccountButton
        aria-haspopup="menu"
        aria-expanded={false}
        isLoading={state === 'loading'}
        onClick={open}
      />
      {state === 'missing' && <MissingFile />}
    </>
  );
}

const loadCompanySwitch = () => import('./header/open-company-switch.tsx');

/** The company of the page, in the header. */
function CompanySwitch({ companyId }: { companyId: string | undefined }) {
  const { seeService } = useMay();
  const { data: company } = useQuery({
    ...companyQuery(companyId ?? ''),
    enabled: companyId !== undefined,
  });
  const name = companyId === undefined ? null : (company?.name ?? '…');
  if (seeService) return <Switch name={name} />;
  return name === null ? null : (
    <Text fw={600} size="sm" truncate miw={0}>
      {name}
    </Text>
  );
}

function Switch({ name }: { name: string | null }) {
  const { Loaded, state, open } = useLoadedLater(loadCompanySwitch);
  if (Loaded) return <Loaded name={name} />;
  return (
    <>
      <CompanyButton
        name={name}
        isLoading={state === 'loading'}
        aria-haspopup="listbox"
        aria-expanded={false}
        onClick={open}
      />
      {state === 'missing' && <MissingFile />}
    </>
  );
}
