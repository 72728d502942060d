import { Group, Text } from '@mantine/core';
import type { Schema } from '../../api/contract.ts';
import { useMay } from '../../api/may.ts';
import { PageLink, TextButton } from '../../components/text/text.tsx';
import { useSearch } from '../../components/use-search.ts';
import { useTranslation } from '../../i18n/i18n.ts';

type Entry = Schema<'AdminAuditEntry'>;

/** What an entry is about: a link to it, and a way to all that was done about it. */
export function AuditSubject({ entry: { about, companyId } }: { entry: Entry }) {
  const { t } = useTranslation('audit');
  const [search, setSearch] = useSearch();
  const pathOf = usePathOf();
  if (about === null) return null;
  const path = pathOf(about, companyId);
  const name =
    about.name === null
      ? t('about.unnamedInvoice')
      : t(`about.${about.kind}`, { name: about.name });
  return (
    <Group gap={8}>
      {path === null ? (
        <Text size="xs">{name}</Text>
      ) : (
        <PageLink to={path} size="xs">
          {name}
        </PageLink>
      )}
      {search.get('entityId') !== about.id && (
        <TextButton size="xs" c="dimmed" onClick={() => setSearch({ entityId: about.id })}>
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
      case 'certificate':
        return page('certificates');
      case 'api-key':
        return may.change ? page('api-keys') : null;
      case 'person':
        return may.change ? `${page('members')}?search=${encodeURIComponent(name ?? '')}` : null;
    }
  };
}
