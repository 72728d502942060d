// Which company is open. An operator can go to another one by name or TIN; for a company admin it is
// only the name.

import { Combobox, InputBase, Loader, Text, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { companyQuery, companySearchQuery } from '../api/companies.ts';
import { useUser } from '../api/session.ts';
import { useTranslation } from '../i18n/i18n.ts';

/** The company of the page, in the header. */
export function CompanySwitch({ companyId }: { companyId: string | undefined }) {
  const { role } = useUser();
  const { data: company } = useQuery({
    ...companyQuery(companyId ?? ''),
    enabled: companyId !== undefined,
  });
  const name = companyId === undefined ? null : (company?.name ?? '…');
  if (role === 'operator') return <Switch name={name} />;
  return name === null ? null : (
    <Text fw={500} size="sm" truncate miw={0}>
      {name}
    </Text>
  );
}

function Switch({ name }: { name: string | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const box = useCombobox({
    onDropdownClose: () => {
      setSearch('');
      box.resetSelectedOption();
    },
    onDropdownOpen: () => box.focusSearchInput(),
  });
  const open = (companyId: string) => {
    box.closeDropdown();
    void navigate(`/companies/${companyId}`);
  };
  return (
    <Combobox store={box} onOptionSubmit={open} width={320} position="bottom-start" shadow="md">
      <Combobox.Target targetType="button" withAriaAttributes>
        <InputBase
          component="button"
          type="button"
          pointer
          size="sm"
          miw={0}
          maw={280}
          aria-label={name === null ? t('company.choose') : `${t('company.switch')}: ${name}`}
          rightSection={<IconSelector size={16} aria-hidden />}
          rightSectionPointerEvents="none"
          onClick={() => box.toggleDropdown()}
        >
          <Text span size="sm" fw={500} truncate display="block" c={name === null ? 'dimmed' : ''}>
            {name ?? t('company.choose')}
          </Text>
        </InputBase>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('company.search')}
          aria-label={t('company.search')}
        />
        <Found search={search} isAsked={box.dropdownOpened} />
      </Combobox.Dropdown>
    </Combobox>
  );
}

function Found({ search, isAsked }: { search: string; isAsked: boolean }) {
  const { t } = useTranslation();
  const [settled] = useDebouncedValue(search, 200);
  const { data, isFetching } = useQuery({
    ...companySearchQuery(settled),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return (
    <Combobox.Options aria-label={t('company.choose')} mah={320} style={{ overflowY: 'auto' }}>
      {data?.companies.map(({ id, name, tin }) => (
        <Combobox.Option key={id} value={id}>
          <Text size="sm">{name}</Text>
          <Text size="xs" c="dimmed">
            {tin}
          </Text>
        </Combobox.Option>
      ))}
      {data?.companies.length === 0 && <Combobox.Empty>{t('company.none')}</Combobox.Empty>}
      {!data && isFetching && (
        <Combobox.Empty>
          <Loader size="sm" />
        </Combobox.Empty>
      )}
    </Combobox.Options>
  );
}
