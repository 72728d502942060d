import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, read } from '../../api/client.ts';
import { ReasonDialog } from '../../components/dialog/reason-dialog.tsx';
import { useChange } from '../../components/form/change.tsx';
import { Section } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { Records } from '../../components/table/records.tsx';
import { PageLink } from '../../components/text/text.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { useWords } from './words.ts';

/** The cash registers that sell nothing because the database was restored or replaced. */
export function SuspendedRegisters() {
  const { t } = useTranslation('operations');
  const words = useWords();
  const query = useQuery(read('/operations/held-registers', {}));
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title={t('held.title')}
      actions={
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('held.all')}
        </Button>
      }
    >
      <Text mb="sm">{t('held.text')}</Text>
      <QueryView query={query}>
        {({ held }) => (
          <Records
            label={t('held.title')}
            rows={held.map((each) => ({ ...each, id: each.cashRegisterId }))}
            columns={[
              { header: t('held.company'), isWordy: true, cell: (each) => each.companyName },
              {
                header: t('held.cashRegister'),
                isWordy: true,
                cell: ({ companyId, environment, name, tcrCode }) => (
                  <>
                    <PageLink
                      to={`/companies/${companyId}/cash-registers?environment=${environment}`}
                    >
                      {`${name} · ${tcrCode}`}
                    </PageLink>{' '}
                    ({words.environment(environment)})
                  </>
                ),
              },
              { header: t('held.lastOrdinal'), align: 'right', cell: (each) => each.lastOrdinal },
            ]}
          />
        )}
      </QueryView>
      {isOpen && <ConfirmAllDialog onClose={() => setOpen(false)} />}
    </Section>
  );
}

function ConfirmAllDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('operations');
  const confirm = useChange(
    (evidence: string) =>
      call('post', '/operations/held-registers/confirm', { body: { evidence } }),
    { done: (said) => t('held.done', said), onDone: onClose, onError: 'shown' },
  );
  return (
    <ReasonDialog
      title={t('held.allTitle')}
      submit={t('held.all')}
      change={confirm}
      field={{ label: t('held.evidence') }}
      missing={t('held.evidenceMissing')}
      onClose={onClose}
    >
      <Text size="sm">{t('held.allText')}</Text>
    </ReasonDialog>
  );
}
