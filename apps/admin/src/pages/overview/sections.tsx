import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/contract.ts';
import { Section } from '../../components/page/page.tsx';
import { Records } from '../../components/table/records.tsx';
import type { Column } from '../../components/table/records.tsx';
import { Moment, Note, PageLink, StatusBadge } from '../../components/text/text.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useEnvironment } from '../../shell/company-guard.tsx';
import { DeadlineBadge } from '../failed-work/deadline-badge.tsx';

type Overview = Schema<'AdminOverview'>;
type CompanyWork = Overview['work']['listed'][number];

/** At so few days a certificate is what an operator calls the company for. */
const GRAVE_DAYS = 7;

interface Listed<Row> {
  found: number;
  listed: readonly Row[];
}

/** Companies with failed or waiting invoices; the numbers lead to them. */
export function OpenWork({ work }: { work: Overview['work'] }) {
  const { t } = useTranslation('overview');
  const { number } = useFormats();
  const environment = useEnvironment();
  const link = (page: 'failed' | 'waiting', { companyId, name, ...counts }: CompanyWork) => {
    const count = number(counts[page]);
    return counts[page] === 0 ? (
      count
    ) : (
      <PageLink
        to={`/companies/${companyId}/${page === 'failed' ? page : 'offline'}?environment=${environment}`}
        aria-label={`${t(`work.${page}`)}: ${count}, ${name}`}
      >
        {count}
      </PageLink>
    );
  };
  return (
    <List
      words="work"
      rows={work}
      columns={[
        {
          header: t('work.failed'),
          align: 'right',
          cell: (row) => link('failed', row),
        },
        {
          header: t('work.waiting'),
          align: 'right',
          cell: (row) => link('waiting', row),
        },
        {
          header: t('work.deadline'),
          cell: ({ nearestDeadline }) =>
            nearestDeadline === null ? '–' : <DeadlineBadge deliverBefore={nearestDeadline} />,
        },
        {
          header: t('work.oldest'),
          cell: ({ oldestFailure }) => <Moment at={oldestFailure} absent="–" />,
        },
      ]}
    />
  );
}

/** Certificates that sign and end within 60 days. */
export function EndingCertificates({ certificates }: { certificates: Overview['certificates'] }) {
  const { t } = useTranslation('overview');
  return (
    <List
      words="certificates"
      rows={certificates}
      place="certificates"
      columns={[
        {
          header: t('certificates.left'),
          cell: ({ daysLeft }) => (
            <StatusBadge tone={daysLeft <= GRAVE_DAYS ? 'bad' : 'warning'}>
              {t(daysLeft < 0 ? 'certificates.ended' : 'certificates.days', { count: daysLeft })}
            </StatusBadge>
          ),
        },
        {
          header: t('certificates.until'),
          cell: ({ notAfter }) => <Moment at={notAfter} form="date" />,
        },
      ]}
    />
  );
}

/** Cash registers that never sold although their company is live: a shop may need help. */
export function WithoutLiveSale({ registers }: { registers: Overview['withoutLiveSale'] }) {
  const { t } = useTranslation('overview');
  return (
    <List
      words="unsold"
      rows={registers}
      columns={[
        {
          header: t('unsold.register'),
          isWordy: true,
          cell: ({ cashRegister }) => cashRegister ?? t('unsold.noRegister'),
        },
        {
          header: t('unsold.since'),
          cell: ({ liveSince }) => <Moment at={liveSince} form="date" absent="–" />,
        },
      ]}
    />
  );
}

interface ListProps<Row> {
  words: 'work' | 'certificates' | 'unsold';
  rows: Listed<Row>;
  columns: Column<Row & { id: string }>[];
  /** Where the company's name leads. */
  place?: string;
}

function List<Row extends { companyId: string; name: string }>(props: ListProps<Row>): ReactNode {
  const { words, rows, columns, place = 'today' } = props;
  const { t } = useTranslation('overview');
  const { number } = useFormats();
  const environment = useEnvironment();
  const { found, listed } = rows;
  const company: Column<Row & { id: string }> = {
    header: t('company'),
    isWordy: true,
    cell: ({ companyId, name }) => (
      <PageLink to={`/companies/${companyId}/${place}?environment=${environment}`} fw={500}>
        {name}
      </PageLink>
    ),
  };
  return (
    <Section title={t(`${words}.title`)} description={t(`${words}.intro`)}>
      {listed.length === 0 ? (
        <Text size="sm">{t(`${words}.none`)}</Text>
      ) : (
        <Records
          label={t(`${words}.title`)}
          columns={[company, ...columns]}
          rows={listed.map((row, index) => ({ ...row, id: String(index) }))}
        />
      )}
      {found > listed.length && (
        <Note mt="xs">{t('more', { shown: listed.length, found: number(found) })}</Note>
      )}
    </Section>
  );
}
