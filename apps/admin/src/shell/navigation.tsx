// What can be visited. Only what the person may see is listed.

import { NavLink as MantineNavLink, Stack, Text } from '@mantine/core';
import {
  IconActivityHeartbeat,
  IconAlertTriangle,
  IconBuildingStore,
  IconCalendarStats,
  IconCashRegister,
  IconCertificate,
  IconChecklist,
  IconCloudUp,
  IconFileInvoice,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListNumbers,
  IconShieldCheck,
  IconUserCog,
  IconUsers,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { useMay } from '../api/may.ts';
import { useFormats } from '../format/use-formats.ts';
import { useTranslation } from '../i18n/i18n.ts';
import type { Texts } from '../i18n/i18n.ts';
import { useEnvironmentSuffix, companyQuery, useEnvironmentOf } from './company-guard.tsx';
import classes from './navigation.module.css';
import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client.ts';
import type { Schema } from '../api/contract.ts';
import { useCountedEvents } from '../live/use-event-stream.ts';

type Word = keyof Texts['shell']['nav'];

interface Group {
  word: Word;
  /** What each is called, where it leads (below the company, or a whole path), and its sign. */
  places: readonly (readonly [word: Word, to: string, Sign: Icon])[];
}

const ofCompany: readonly Group[] = [
  {
    word: 'sales',
    places: [
      ['today', 'today', IconCalendarStats],
      ['invoices', 'invoices', IconFileInvoice],
      ['failed', 'failed', IconAlertTriangle],
      ['offline', 'offline', IconCloudUp],
    ],
  },
  {
    word: 'setup',
    places: [
      ['start', 'start', IconChecklist],
      ['profile', 'profile', IconBuildingStore],
      ['certificates', 'certificates', IconCertificate],
      ['cash-registers', 'cash-registers', IconCashRegister],
      ['operators', 'operators', IconUsers],
      ['api-keys', 'api-keys', IconKey],
      ['members', 'members', IconUserCog],
    ],
  },
  {
    word: 'oversight',
    places: [
      ['reports', 'reports', IconLayoutDashboard],
      ['numbers', 'numbers', IconListNumbers],
      ['inspector', 'inspector', IconShieldCheck],
      ['audit', 'audit', IconHistory],
    ],
  },
];

/** What only those see who may change the company. */
const OF_CHANGERS: ReadonlySet<Word> = new Set(['start', 'api-keys', 'members', 'inspector']);
/** What only operators see. */
const OF_OPERATORS: ReadonlySet<Word> = new Set(['users']);

const ofService: Group = {
  word: 'service',
  places: [
    ['overview', '/overview', IconLayoutDashboard],
    ['companies', '/companies', IconBuildingStore],
    ['operations', '/operations', IconActivityHeartbeat],
    ['allInvoices', '/invoices', IconFileInvoice],
    ['allFailed', '/failed', IconAlertTriangle],
    ['allOffline', '/offline', IconCloudUp],
    ['users', '/users', IconUserCog],
    ['allAudit', '/audit', IconHistory],
  ],
};

/** Of the company that is open, and of the service for operators. */
export function Navigation({ companyId }: { companyId: string | undefined }) {
  const { t } = useTranslation();
  const may = useMay();
  const isShown = (word: Word) =>
    (may.report || word !== 'reports') &&
    (may.change || !OF_CHANGERS.has(word)) &&
    (may.operate || !OF_OPERATORS.has(word));
  const suffix = useEnvironmentSuffix();
  return (
    <Stack component="nav" gap="lg" aria-label={t('mainNavigation')}>
      {companyId !== undefined && (
        <CompanyPlaces companyId={companyId} isShown={isShown} suffix={suffix} />
      )}
      {may.seeService && <Places group={ofService} isShown={isShown} href={(to) => to} />}
    </Stack>
  );
}

interface CompanyPlacesProps extends Pick<PlacesProps, 'isShown'> {
  companyId: string;
  suffix: string;
}

function CompanyPlaces({ companyId, isShown, suffix }: CompanyPlacesProps) {
  const counts = useWorkCounts(companyId);
  return ofCompany.map((group) => (
    <Places
      key={group.word}
      group={group}
      isShown={isShown}
      href={(to) => `/companies/${companyId}/${to}${suffix}`}
      counts={{ failed: counts?.failed, offline: counts?.waiting }}
    />
  ));
}

interface PlacesProps {
  group: Group;
  isShown: (word: Word) => boolean;
  href: (to: string) => string;
  /** Numbers beside places; none where it is 0 or not known. */
  counts?: Partial<Record<Word, number | undefined>>;
}

function Places({ group, isShown, href, counts = {} }: PlacesProps) {
  const { t } = useTranslation();
  const heading = `nav-${group.word}`;
  return (
    <div>
      <Text id={heading} size="xs" fw={500} c="dimmed" px={10} mb={6}>
        {t(`nav.${group.word}`)}
      </Text>
      <ul aria-labelledby={heading} className={classes.list}>
        {group.places
          .filter(([word]) => isShown(word))
          .map(([word, to, Sign]) => (
            <li key={word}>
              <MantineNavLink
                component={NavLink}
                // The list of companies is not the place of each company.
                end={to === '/companies'}
                to={href(to)}
                label={t(`nav.${word}`)}
                leftSection={<Sign size={18} stroke={1.7} aria-hidden />}
                rightSection={<Count id={`${heading}-${word}`} word={word} count={counts[word]} />}
                aria-describedby={counts[word] ? `${heading}-${word}` : undefined}
                className={classes.link}
              />
            </li>
          ))}
      </ul>
    </div>
  );
}

/** How much waits there. Says more than the name of the place, so it is its description. */
function Count({ id, word, count = 0 }: { id: string; word: Word; count: number | undefined }) {
  const { number } = useFormats();
  if (count === 0) return null;
  return (
    <span id={id} aria-hidden className={classes.count} data-tone={word}>
      {number(count)}
    </span>
  );
}

/** How much of the company has failed and waits, as it changes; null before it is known. */
function useWorkCounts(companyId: string): Schema<'AdminWorkCounts'> | null {
  const { data: company } = useQuery(companyQuery(companyId));
  const scope = { companyId, environment: useEnvironmentOf(company ?? null) };
  const query = read('/companies/{companyId}/work-counts', scope);
  const { data } = useQuery({ ...query, enabled: company !== undefined });
  useCountedEvents(scope, query.queryKey);
  return data ?? null;
}
