// The person who is signed in: account, language, appearance, sign out.

import { Menu, Text, useMantineColorScheme } from '@mantine/core';
import type { MantineColorScheme } from '@mantine/core';
import { IconLogout, IconUserCog } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { leave, useSession } from '../../api/session.ts';
import { setLanguage, useLanguage, useTranslation } from '../../i18n/i18n.ts';
import { LANGUAGE_NAMES, LANGUAGES, languageOf, localeOf } from '../../i18n/language.ts';
import type { Language } from '../../i18n/language.ts';
import { useChange } from '../../components/form/change.tsx';
import { Note } from '../../components/text/text.tsx';
import { AccountButton } from './account-button.tsx';

const schemes = ['light', 'dark', 'auto'] as const satisfies readonly MantineColorScheme[];

/**
 * The button of the header with its menu; opens at once, because it is loaded when it is to open.
 */
export default function OpenAccountMenu() {
  const { t } = useTranslation();
  const { user } = useSession();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // It stands in for the button that was used, and gets the focus back when the menu closes.
    button.current?.focus({ preventScroll: true });
    setOpen(true);
  }, []);
  const signOut = useChange(() => call('post', '/sign-out'), { onDone: leave, readsAgain: false });
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const current = useLanguage();
  const choose = useLanguageChoice();
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" width={250} shadow="md">
      <Menu.Target>
        <AccountButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <div style={{ padding: '8px 12px 10px' }}>
          <Text size="sm" fw={600} truncate>
            {user.name === '' ? user.email : user.name}
          </Text>
          {user.name !== '' && (
            <Note size="xs" truncate>
              {user.email}
            </Note>
          )}
          <Note size="xs">{t(`account.${user.role}`)}</Note>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" leftSection={<IconUserCog size={16} />}>
          {t('account.settings')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('account.language')}</Menu.Label>
        <Menu.RadioGroup
          aria-label={t('account.language')}
          value={current}
          onChange={(language) => choose(languageOf(language))}
        >
          {LANGUAGES.map((language) => (
            <Menu.RadioItem key={language} value={language} lang={localeOf(language)}>
              {LANGUAGE_NAMES[language]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('account.appearance')}</Menu.Label>
        <Menu.RadioGroup
          aria-label={t('account.appearance')}
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
        >
          {schemes.map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {t(`account.${scheme}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut.mutate()}>
          {t('account.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** At once on this screen, and kept for the next sign-in on any other. */
function useLanguageChoice(): (language: Language) => void {
  const { mutate } = useChange(
    (locale: Language) => call('patch', '/account', { version: '*', body: { locale } }),
    {},
  );
  return (language) => {
    setLanguage(language);
    mutate(language);
  };
}
