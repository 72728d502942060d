import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Moment, Note, PageLink, TextButton } from '../../components/text/text.tsx';
import { useSentences } from '../../components/sentences/use-sentences.ts';
import { Records } from '../../components/table/records.tsx';
import { useSearch } from '../../components/use-search.ts';
import { AuditSubject } from './audit-subject.tsx';
import { useAuditWords } from './audit-words.ts';
import { changesOf } from './changes-of.ts';

type Entry = Schema<'AdminAuditEntry'>;

interface AuditEntriesProps {
  entries: readonly Entry[];
  withCompany: boolean;
}

/** Who did what, when. */
export function AuditEntries({ entries, withCompany }: AuditEntriesProps) {
  const { t } = useTranslation('audit');
  const { nameOfAction } = useAuditWords();
  return (
    <Records
      label={t('list')}
      rows={entries}
      columns={[
        {
          header: t('column.what'),
          isWordy: true,
          cell: (entry) => (
            <>
              <Text size="sm" fw={500}>
                {nameOfAction(entry.action)}
              </Text>
              <AuditSubject entry={entry} />
            </>
          ),
        },
        { header: t('column.who'), isWordy: true, cell: (entry) => <Who entry={entry} /> },
        withCompany && {
          header: t('column.company'),
          isWordy: true,
          cell: ({ companyId, companyName }) =>
            companyId === null ? (
              '–'
            ) : (
              <PageLink to={`/companies/${companyId}/audit`}>{companyName ?? companyId}</PageLink>
            ),
        },
        { header: t('column.at'), cell: ({ at }) => <Moment at={at} /> },
        { header: t('column.changes'), cell: (entry) => <Changes entry={entry} /> },
      ]}
    />
  );
}

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
