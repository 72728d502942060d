// What can be visited. Only what the person may see is listed.

import { NavLink as MantineNavLink, Stack, Text } from '@mantine/core';
import {
  IconActivityHeartbeat,
  IconAlertTriangle,
  IconBuildingStore,
  IconCashRegister,
  IconCertificate,
  IconChecklist,
  IconCloudUp,
  IconFileInvoice,
  IconHistory,
  IconKey,
  IconListNumbers,
  IconRosetteDiscountCheck,
  IconShieldCheck,
  IconUserCog,
  IconUsers,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { useMay } from '../api/may.ts';
import { useTranslation } from '../i18n/i18n.ts';
import type { Texts } from '../i18n/i18n.ts';
import { useEnvironmentSuffix } from './company-guard.tsx';
import classes from './navigation.module.css';

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
      ['invoices', 'invoices', IconFileInvoice],
      ['failed', 'failed', IconAlertTriangle],
      ['offline', 'offline', IconCloudUp],
      ['numbers', 'numbers', IconListNumbers],
    ],
  },
  {
    word: 'setup',
    places: [
      ['start', 'start', IconChecklist],
      ['profile', 'profile', IconBuildingStore],
      ['certificates', 'certificates', IconCertificate],
      ['cash-registers', 'cash-registers', IconCashRegister],
      ['api-keys', 'api-keys', IconKey],
    ],
  },
  {
    word: 'company',
    places: [
      ['members', 'members', IconUsers],
      ['audit', 'audit', IconHistory],
      ['inspector', 'inspector', IconRosetteDiscountCheck],
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
    ['companies', '/companies', IconBuildingStore],
    ['operations', '/operations', IconActivityHeartbeat],
    ['allInvoices', '/invoices', IconFileInvoice],
    ['allFailed', '/failed', IconAlertTriangle],
    ['allOffline', '/offline', IconCloudUp],
    ['users', '/users', IconUserCog],
    ['allAudit', '/audit', IconShieldCheck],
  ],
};

/** Of the company that is open, and of the service for operators. */
export function Navigation({ companyId }: { companyId: string | undefined }) {
  const { t } = useTranslation();
  const may = useMay();
  const isShown = (word: Word) =>
    (may.change || !OF_CHANGERS.has(word)) && (may.operate || !OF_OPERATORS.has(word));
  const suffix = useEnvironmentSuffix();
  return (
    <Stack component="nav" gap="lg" aria-label={t('mainNavigation')}>
      {companyId !== undefined &&
        ofCompany.map((group) => (
          <Places
            key={group.word}
            group={group}
            isShown={isShown}
            href={(to) => `/companies/${companyId}/${to}${suffix}`}
          />
        ))}
      {may.seeService && <Places group={ofService} isShown={isShown} href={(to) => to} />}
    </Stack>
  );
}

interface PlacesProps {
  group: Group;
  isShown: (word: Word) => boolean;
  href: (to: string) => string;
}

function Places({ group, isShown, href }: PlacesProps) {
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
                className={classes.link}
              />
            </li>
          ))}
      </ul>
    </div>
  );
}
