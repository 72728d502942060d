import { Button, Stack } from '@mantine/core';
import { IconCashBanknote } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { read } from '../../api/client.ts';
import { useMay } from '../../api/may.ts';
import { AuthorityWords } from '../../components/authority/authority-meaning.tsx';
import { Facts } from '../../components/page/facts.tsx';
import { Page, Section } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { Records } from '../../components/table/records.tsx';
import { Instant, Note, StatusBadge } from '../../components/text/text.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany, useEnvironment } from '../../shell/company-guard.tsx';
import { NoAccess } from '../../shell/not-found.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

const TONES = {
  Pending: 'waiting',
  Registered: 'good',
  Offline: 'waiting',
  Refused: 'bad',
} as const;

/** What is in the drawer of a cash register today, and what was taken out of it. */
export default function DrawerPage() {
  const { t } = useTranslation('drawer');
  const { date, money } = useFormats();
  const { cashRegisterId = '' } = useParams();
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const { change, exportInvoices } = useMay();
  const path = '/companies/{companyId}/cash-registers/{cashRegisterId}/drawer';
  const query = useQuery(read(path, { companyId, cashRegisterId }));
  const [isOpen, setOpen] = useState(false);
  if (!exportInvoices) return <NoAccess />;
  const drawer = query.data;
  const withdraw = change && drawer?.tcrCode && (
    <Button leftSection={<IconCashBanknote size={18} />} onClick={() => setOpen(true)}>
      {t('withdraw')}
    </Button>
  );
  return (
    <Page
      title={t('title', { name: drawer?.name ?? '' })}
      description={t('intro')}
      actions={withdraw}
      back={{
        to: `/companies/${companyId}/cash-registers?environment=${environment}`,
        label: t('back'),
      }}
    >
      <QueryView query={query}>
        {({ date: day, initial, banknotes, withdrawn, inDrawer, withdrawals }) => (
          <Stack gap="lg">
            <Section title={t('today', { day: date(day) })}>
              <Facts
                layout="sums"
                rows={[
                  [t('initial'), money(initial)],
                  [t('banknotes'), money(banknotes)],
                  [t('withdrawn'), money(-withdrawn)],
                  [t('inDrawer'), money(inDrawer)],
                ]}
              />
            </Section>
            {withdrawals.length === 0 ? (
              <Note>{t('none')}</Note>
            ) : (
              <Records
                label={t('withdrawals')}
                rows={withdrawals}
                columns={[
                  { header: t('time'), cell: (each) => <Instant at={each.changedAt} absent="–" /> },
                  { header: t('amount'), align: 'right', cell: (each) => money(each.cashAmount) },
                  { header: t('note'), isWordy: true, cell: ({ note }) => note ?? '–' },
                  {
                    header: t('status.title'),
                    cell: (each) => (
                      <Stack gap="xs" align="flex-start" ta="start">
                        <StatusBadge tone={TONES[each.status]}>
                          {t(`status.${each.status}`)}
                        </StatusBadge>
                        {each.error && (
                          <div>
                            <AuthorityWords
                              cause={each.error}
                              efiCode={each.error.efiCode}
                              efiMessage={each.error.efiMessage}
                              remedyKey={each.remedyKey}
                            />
                          </div>
                        )}
                      </Stack>
                    ),
                  },
                ]}
              />
            )}
            {isOpen && (
              <WithdrawDialog
                cashRegisterId={cashRegisterId}
                inDrawer={inDrawer}
                onClose={() => setOpen(false)}
              />
            )}
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}
