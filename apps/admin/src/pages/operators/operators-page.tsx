// The people at the tills of an environment.

import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconBan, IconPencil, IconPlus, IconUserCheck, IconUsersGroup } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, read } from '../../api/client.ts';
import { useMay } from '../../api/may.ts';
import { useChange } from '../../components/form/change.tsx';
import { Page } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { Records } from '../../components/table/records.tsx';
import type { Column } from '../../components/table/records.tsx';
import { RowMenu } from '../../components/table/row-menu.tsx';
import { Mono, StatusBadge } from '../../components/text/text.tsx';
import { useSearch } from '../../components/use-search.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany, useEnvironment } from '../../shell/company-guard.tsx';
import { OperatorForm, OperatorImport } from './operator-form.tsx';
import type { Operator } from './operator-form.tsx';

/** What is open over the page: a form, of a new one without an operator. */
type Dialog = { kind: 'form'; operator?: Operator } | { kind: 'import' };

/** Lists, adds, changes. */
export default function OperatorsPage() {
  const { t } = useTranslation('operators');
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const { change } = useMay();
  const [filter, setFilter] = useSearch();
  const search = filter.get('search') ?? '';
  const searchLater = useDebouncedCallback((text: string) => setFilter({ search: text }), 250);
  const scope = { companyId, environment, search };
  const query = useQuery({
    ...read('/companies/{companyId}/operators', scope),
    placeholderData: keepPreviousData,
  });
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const columns = useColumns((operator) => setDialog({ kind: 'form', operator }));
  const add = change && (
    <>
      <Button leftSection={<IconPlus size={18} />} onClick={() => setDialog({ kind: 'form' })}>
        {t('add')}
      </Button>
      <Button variant="default" onClick={() => setDialog({ kind: 'import' })}>
        {t('import.open')}
      </Button>
    </>
  );
  const isSearched = search !== '';
  const hasSome = (query.data?.operators.length ?? 0) > 0;
  return (
    <Page title={t('title')} description={t('intro')} actions={(hasSome || isSearched) && add}>
      {(hasSome || isSearched) && (
        <search aria-label={t('title')}>
          <TextInput
            type="search"
            label={t('search')}
            defaultValue={search}
            maw={360}
            mb="md"
            onChange={(event) => searchLater(event.currentTarget.value.trim())}
          />
        </search>
      )}
      <QueryView
        query={query}
        isEmpty={({ operators }) => operators.length === 0}
        empty={{
          icon: IconUsersGroup,
          title: isSearched ? t('notFound') : t('empty.title'),
          text: isSearched ? t('notFoundText') : t('empty.text'),
          action: isSearched ? undefined : add,
        }}
      >
        {({ operators }) => <Records label={t('title')} columns={columns} rows={operators} />}
      </QueryView>
      {dialog?.kind === 'form' && <OperatorForm operator={dialog.operator} onClose={close} />}
      {dialog?.kind === 'import' && <OperatorImport onClose={close} />}
    </Page>
  );
}

function useColumns(onEdit: (operator: Operator) => void): (Column<Operator> | false)[] {
  const { t } = useTranslation('operators');
  const { t: words } = useTranslation();
  const { id: companyId } = useCompany();
  const may = useMay();
  const activity = useChange(
    ({ id, version, isActive }: Operator) =>
      call('patch', '/companies/{companyId}/operators/{operatorId}', {
        companyId,
        operatorId: id,
        version,
        body: { isActive: !isActive },
      }),
    { done: t('changed') },
  );
  return [
    { header: t('column.name'), isWordy: true, cell: ({ name }) => name },
    { header: t('column.code'), cell: ({ code }) => <Mono>{code}</Mono> },
    {
      header: t('column.status'),
      cell: ({ isActive }) => (
        <StatusBadge tone={isActive ? 'good' : 'neutral'}>
          {isActive ? t('active') : t('inactive')}
        </StatusBadge>
      ),
    },
    may.change && {
      isActions: true,
      cell: (operator) => (
        <RowMenu
          name={operator.name}
          items={[
            { label: words('action.edit'), Sign: IconPencil, onClick: () => onEdit(operator) },
            {
              label: operator.isActive ? t('deactivate') : t('activate'),
              Sign: operator.isActive ? IconBan : IconUserCheck,
              onClick: () => activity.mutate(operator),
            },
          ]}
        />
      ),
    },
  ];
}
