// The companies that an operator can go to, by name or TIN.

import { Combobox, Loader, Text, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useMatch, useNavigate } from 'react-router';
import { read } from '../../api/client.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Failure } from '../../components/state/failure.tsx';
import { Note } from '../../components/text/text.tsx';
import { CompanyButton } from './company-button.tsx';

/**
 * The button of the header with its list; opens at once, because it is loaded when it is to open.
 */
export default function OpenCompanySwitch({ name }: { name: string | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const page = useMatch('/companies/:companyId/:page/*')?.params.page ?? '';
  const [search, setSearch] = useState('');
  const box = useCombobox({
    onDropdownClose: () => {
      setSearch('');
      box.resetSelectedOption();
    },
    onDropdownOpen: () => box.focusSearchInput(),
  });
  const firstOpening = useRef(box.openDropdown);
  useEffect(() => firstOpening.current(), []);
  const open = (companyId: string) => {
    box.closeDropdown();
    // The same page of the other company, in its own environment; of one invoice, the list.
    void navigate(`/companies/${companyId}/${page}`);
  };
  return (
    <Combobox store={box} onOptionSubmit={open} width={320} position="bottom-start" shadow="md">
      <Combobox.Target targetType="button" withAriaAttributes>
        <CompanyButton name={name} onClick={() => box.toggleDropdown()} />
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
  const [searched] = useDebouncedValue(search, 200);
  const { data, isFetching, error, refetch } = useQuery({
    ...read('/companies', { search: searched }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <Combobox.Options aria-label={t('company.choose')} mah={320} style={{ overflowY: 'auto' }}>
      {data?.companies.map(({ id, name, tin }) => (
        <Combobox.Option key={id} value={id}>
          <Text size="sm">{name}</Text>
          <Note size="xs">{tin}</Note>
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
