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
import { useUser } from '../api/session.ts';
import { useTranslation } from '../i18n/i18n.ts';
import type { Texts } from '../i18n/i18n.ts';
import { useEnvironmentSuffix } from './company-guard.tsx';
import classes from './navigation.module.css';

type Word = keyof Texts['shell']['nav'];

interface Place {
  word: Word;
  /** Below the company, or the whole path of an operators' page. */
  to: string;
  Sign: Icon;
}

interface Group {
  word: Word;
  places: readonly Place[];
}

const ofCompany: readonly Group[] = [
  {
    word: 'sales',
    places: [
      { word: 'invoices', to: 'invoices', Sign: IconFileInvoice },
      { word: 'failed', to: 'failed', Sign: IconAlertTriangle },
      { word: 'offline', to: 'offline', Sign: IconCloudUp },
      { word: 'numbers', to: 'numbers', Sign: IconListNumbers },
    ],
  },
  {
    word: 'setup',
    places: [
      { word: 'start', to: 'start', Sign: IconChecklist },
      { word: 'profile', to: 'profile', Sign: IconBuildingStore },
      { word: 'certificates', to: 'certificates', Sign: IconCertificate },
      { word: 'cash-registers', to: 'cash-registers', Sign: IconCashRegister },
      { word: 'api-keys', to: 'api-keys', Sign: IconKey },
    ],
  },
  {
    word: 'company',
    places: [
      { word: 'members', to: 'members', Sign: IconUsers },
      { word: 'audit', to: 'audit', Sign: IconHistory },
      { word: 'inspector', to: 'inspector', Sign: IconRosetteDiscountCheck },
    ],
  },
];

const ofService: Group = {
  word: 'service',
  places: [
    { word: 'companies', to: '/companies', Sign: IconBuildingStore },
    { word: 'operations', to: '/operations', Sign: IconActivityHeartbeat },
    { word: 'allFailed', to: '/failed', Sign: IconAlertTriangle },
    { word: 'allOffline', to: '/offline', Sign: IconCloudUp },
    { word: 'users', to: '/users', Sign: IconUserCog },
    { word: 'allAudit', to: '/audit', Sign: IconShieldCheck },
  ],
};

/** Of the company that is open, and of the service for operators. */
export function Navigation({ companyId }: { companyId: string | undefined }) {
  const { t } = useTranslation();
  const { role } = useUser();
  const suffix = useEnvironmentSuffix();
  return (
    <Stack component="nav" gap="lg" aria-label={t('mainNavigation')}>
      {companyId !== undefined &&
        ofCompany.map((group) => (
          <Places
            key={group.word}
            group={group}
            href={(to) => `/companies/${companyId}/${to}${suffix}`}
          />
        ))}
      {role === 'operator' && <Places group={ofService} href={(to) => to} />}
    </Stack>
  );
}

function Places({ group, href }: { group: Group; href: (to: string) => string }) {
  const { t } = useTranslation();
  const heading = `nav-${group.word}`;
  return (
    <div>
      <Text id={heading} size="xs" fw={500} c="dimmed" px={10} mb={6}>
        {t(`nav.${group.word}`)}
      </Text>
      <ul aria-labelledby={heading} className={classes.list}>
        {group.places.map(({ word, to, Sign }) => (
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
