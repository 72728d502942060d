import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery, keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { readPages, read } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { Page } from '../../components/page/page.tsx';
import { PagedView } from '../../components/state/query-view.tsx';
import { useSearch } from '../../components/use-search.ts';
import { dayEnd, dayStart } from '../../format/podgorica-day.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { NativeSelect, SegmentedControl, Select, Stack, Text, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { DayField } from '../../components/form/day-field.tsx';
import { Filters } from '../../components/page/filters.tsx';
import { useMay } from '../../api/may.ts';
import { peoplePath } from '../people/people-path.ts';
import { useAuditWords } from './audit-words.ts';
import { Instant, Note, PageLink, TextButton } from '../../components/text/text.tsx';
import { useSentences } from '../../components/sentences/use-sentences.ts';
import { Records } from '../../components/table/records.tsx';
import { changesOf } from './changes-of.ts';

type Action = Schema<'AdminAuditEntry'>['action'];

/** The audit log of the service; with a company in the URL, of it alone. */
export default function AuditPage() {
  const { t } = useTranslation('audit');
  const { companyId } = useParams();
  const [search] = useSearch();
  const [from, to] = [search.get('from'), search.get('to')];
  const filter = {
    // All that was done about one thing: also by the service itself.
    by:
      search.get('by') === 'all' || search.has('entityId') ? ('all' as const) : ('people' as const),
    action: search.get('action') as Action | null,
    userId: search.get('userId'),
    entityId: search.get('entityId'),
    from: from && dayStart(from),
    to: to && dayEnd(to),
  };
  const path = companyId === undefined ? '/audit' : '/companies/{companyId}/audit';
  const query = useInfiniteQuery(readPages(path, { companyId, ...filter }));
  const { nameOfAction } = useAuditWords();
  return (
    <Page title={t('title')} description={t('intro')} width="wide">
      <AuditFilters companyId={companyId} />
      <PagedView
        query={query}
        rowsOf={({ entries }) => entries}
        empty={{ icon: IconHistory, title: t('empty.title'), text: t('empty.text') }}
      >
        {(entries) => (
          <Records
            label={t('list')}
            rows={entries}
            columns={[
              {
                header: t('column.what'),
                isWordy: true,
                cell: (entry) => (
                  <>
                    <Text size="sm" fw={600}>
                      {nameOfAction(entry.action)}
                    </Text>
                    <AuditSubject entry={entry} />
                  </>
                ),
              },
              { header: t('column.who'), isWordy: true, cell: (entry) => <Who entry={entry} /> },
              companyId === undefined && {
                header: t('column.company'),
                isWordy: true,
                cell: ({ companyId, companyName }) =>
                  companyId === null ? (
                    '–'
                  ) : (
                    <PageLink to={`/companies/${companyId}/audit`}>
                      {companyName ?? companyId}
                    </PageLink>
                  ),
              },
              { header: t('column.at'), cell: ({ at }) => <Instant at={at} /> },
              { header: t('column.changes'), cell: (entry) => <Changes entry={entry} /> },
            ]}
          />
        )}
      </PagedView>
    </Page>
  );
}

const FILTERS = ['by', 'action', 'userId', 'entityId', 'from', 'to'] as const;
const NONE = Object.fromEntries(FILTERS.map((name) => [name, null]));

/** What the log is narrowed to; every change goes into the URL. */
function AuditFilters({ companyId }: { companyId: string | undefined }) {
  const { t } = useTranslation('audit');
  const { actions } = useAuditWords();
  const [search, setSearch] = useSearch();
  const may = useMay();
  return (
    <Filters
      label={t('title')}
      narrowing={FILTERS.filter((name) => search.has(name)).length}
      onClear={() => setSearch(NONE)}
    >
      <SegmentedControl
        aria-label={t('by.label')}
        value={search.get('by') === 'all' || search.has('entityId') ? 'all' : 'people'}
        onChange={(by) => setSearch({ by })}
        data={[
          { value: 'people', label: t('by.people') },
          { value: 'all', label: t('by.all') },
        ]}
      />
      {(companyId === undefined ? may.operate : may.change) && (
        <PersonSelect companyId={companyId} />
      )}
      <NativeSelect
        label={t('action')}
        value={search.get('action') ?? ''}
        // Whoever did it: much is done by the service alone.
        onChange={(event) => setSearch({ action: event.currentTarget.value, by: 'all' })}
        data={[{ value: '', label: t('anyAction') }, ...actions]}
      />
      {(['from', 'to'] as const).map((name) => (
        <DayField
          key={name}
          label={t(name)}
          value={search.get(name) ?? ''}
          onChange={(day) => setSearch({ [name]: day })}
        />
      ))}
    </Filters>
  );
}

const TYPING_MS = 250;

/** One person of the company, or of all: found by a part of the name or the address. */
function PersonSelect({ companyId = null }: { companyId: string | null | undefined }) {
  const { t } = useTranslation('audit');
  const [filter, setFilter] = useSearch();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, TYPING_MS);
  const path = peoplePath(companyId);
  const { data } = useQuery({
    ...read(path, { companyId: companyId ?? '', search }),
    placeholderData: keepPreviousData,
  });
  return (
    <Select
      label={t('person')}
      placeholder={t('anyPerson')}
      clearable
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // What the API found is shown as it is.
      filter={({ options }) => options}
      data={(data?.people ?? []).map(({ id, name, email }) => ({
        value: id,
        label: name === '' ? email : `${name} (${email})`,
      }))}
      value={filter.get('userId')}
      onChange={(userId) => setFilter({ userId })}
    />
  );
}

type Entry = Schema<'AdminAuditEntry'>;

/** A person leads to all that the person did. */
function Who({ entry }: { entry: Entry }) {
  const nameOf = useActorName();
  const [search, setSearch] = useSearch();
  const [kind, id = ''] = entry.actor.split(':');
  if (kind !== 'user' || search.get('userId') === id) return nameOf(entry);
  return <TextButton onClick={() => setSearch({ userId: id })}>{nameOf(entry)}</TextButton>;
}

/** The person or process that did it, in words. */
function useActorName(): (entry: Entry) => string {
  const { t } = useTranslation('audit');
  return ({ actor, actorName }) => {
    const [kind] = actor.split(':');
    switch (kind) {
      case 'worker':
      case 'command-line':
      case 'visitor':
      case 'inspection':
        return t(`who.${kind}`);
      case 'api-key':
        return actorName === null ? t('who.api-key') : `${t('who.api-key')}: ${actorName}`;
      case 'user':
        return actorName ?? t('who.operator');
      default:
        return actorName ?? actor;
    }
  };
}

/** What an entry shows before it is opened. */
const MOST_SHOWN = 3;

function Changes({ entry }: { entry: Entry }) {
  const { t } = useTranslation('audit');
  const [isOpen, setOpen] = useState(false);
  const { nameOfField, nameOfValue } = useAuditWords();
  const { say } = useSentences(entry.sentences);
  const wordsOf = (field: string, value: string) => say(nameOfValue(field, value));
  const changes = changesOf(entry.before, entry.after);
  if (changes.length === 0) {
    return <Note size="xs">{t('noChange')}</Note>;
  }
  const shown = isOpen ? changes : changes.slice(0, MOST_SHOWN);
  return (
    <Stack gap={4} align="flex-start" ta="start">
      {shown.map(({ field, before, after }) => (
        <Text key={field} size="xs" style={{ overflowWrap: 'anywhere' }}>
          <Text span inherit c="dimmed">
            {nameOfField(field)}:
          </Text>{' '}
          {before !== null && (
            <>
              <s>{wordsOf(field, before)}</s> →{' '}
            </>
          )}
          {after === null ? t('emptyValue') : wordsOf(field, after)}
        </Text>
      ))}
      {changes.length > MOST_SHOWN && (
        <TextButton size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('less') : t('more')}
        </TextButton>
      )}
    </Stack>
  );
}

/**
 * What an entry is about: a link to it as far as it is still there, and a way to all that was done
 * about it, as in an inspection view.
 */
function AuditSubject({ entry: { about, companyId, entityId } }: { entry: Entry }) {
  const { t } = useTranslation('audit');
  const [search, setSearch] = useSearch();
  const pathOf = usePathOf();
  const path = about && pathOf(about, companyId);
  const name =
    about &&
    (about.name === null
      ? t('about.unnamedInvoice')
      : t(`about.${about.kind}`, { name: about.name }));
  return (
    <Group gap={8}>
      {path ? (
        <PageLink to={path} size="xs">
          {name}
        </PageLink>
      ) : (
        name && <Text size="xs">{name}</Text>
      )}
      {entityId !== null && search.get('entityId') !== entityId && (
        <TextButton size="xs" c="dimmed" onClick={() => setSearch({ entityId })}>
          {t('allAbout')}
        </TextButton>
      )}
    </Group>
  );
}

/** Null where the reader has no such page. */
function usePathOf() {
  const may = useMay();
  return (
    { kind, id, name, environment }: NonNullable<Entry['about']>,
    companyId: string | null,
  ): string | null => {
    if (companyId === null) {
      return may.operate && kind === 'person'
        ? `/users?search=${encodeURIComponent(name ?? '')}`
        : null;
    }
    const page = (words: string) =>
      `/companies/${companyId}/${words}${environment === null ? '' : `?environment=${environment}`}`;
    switch (kind) {
      case 'invoice':
        return page(`invoices/${id}`);
      case 'cash-register':
        return page('cash-registers');
      case 'operator':
        return page('operators');
      case 'certificate':
        return page('certificates');
      case 'api-key':
        return may.change ? page('api-keys') : null;
      case 'person':
        return may.change ? `${page('members')}?search=${encodeURIComponent(name ?? '')}` : null;
    }
  };
}
