import { Button, Table, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, read } from '../../api/client.ts';
import { FormDialog } from '../../components/dialog/dialog.tsx';
import { useChange } from '../../components/form/change.tsx';
import { Section } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
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
          <Table.ScrollContainer minWidth={480}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('held.company')}</Table.Th>
                  <Table.Th>{t('held.cashRegister')}</Table.Th>
                  <Table.Th ta="right">{t('held.lastOrdinal')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {held.map((each) => (
                  <Table.Tr key={each.cashRegisterId}>
                    <Table.Td>{each.companyName}</Table.Td>
                    <Table.Td>
                      <PageLink
                        to={`/companies/${each.companyId}/cash-registers?environment=${each.environment}`}
                      >
                        {`${each.name} · ${each.tcrCode}`}
                      </PageLink>{' '}
                      ({words.environment(each.environment)})
                    </Table.Td>
                    <Table.Td ta="right">{each.lastOrdinal}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </QueryView>
      {isOpen && <ConfirmAllDialog onClose={() => setOpen(false)} />}
    </Section>
  );
}

const SHORTEST_EVIDENCE = 3;

function ConfirmAllDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('operations');
  const [evidence, setEvidence] = useState('');
  const [isMissing, setMissing] = useState(false);
  const confirm = useChange(
    (words: string) =>
      call('post', '/operations/held-registers/confirm', { body: { evidence: words } }),
    { done: (said) => t('held.done', said), onDone: onClose, onError: 'shown' },
  );
  const send = () => {
    const words = evidence.trim();
    setMissing(words.length < SHORTEST_EVIDENCE);
    if (words.length >= SHORTEST_EVIDENCE) confirm.mutate(words);
  };
  return (
    <FormDialog
      title={t('held.allTitle')}
      submit={t('held.all')}
      change={confirm}
      onSubmit={send}
      onClose={onClose}
    >
      <Text size="sm">{t('held.allText')}</Text>
      <TextInput
        data-autofocus
        required
        label={t('held.evidence')}
        maxLength={200}
        value={evidence}
        error={isMissing ? t('held.evidenceMissing') : undefined}
        onChange={(event) => setEvidence(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
