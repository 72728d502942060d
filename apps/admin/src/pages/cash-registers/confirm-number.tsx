import { Alert, Button, NumberInput, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { FormDialog } from '../../components/dialog/dialog.tsx';
import { useChange } from '../../components/form/change.tsx';
import { otherThanFields, useFieldErrors } from '../../components/form/field-words.ts';
import { useTranslation } from '../../i18n/i18n.ts';

/** A cash register whose last number is not certain. */
export type Held = Schema<'AdminCashRegisterList'>['held'][number];

const SHORTEST_EVIDENCE = 3;

/** What has to be done before a cash register sells again in a database that was restored. */
export function HeldNotice({ held }: { held: Held }) {
  const { t } = useTranslation('cash-registers');
  const [isOpen, setOpen] = useState(false);
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={t('held.title')}>
      <Stack gap="sm" align="flex-start">
        {held.lastOrdinal === 0
          ? t('held.textNone')
          : t('held.text', { lastOrdinal: held.lastOrdinal })}
        <Button color="red" onClick={() => setOpen(true)}>
          {t('held.action')}
        </Button>
      </Stack>
      {isOpen && <ConfirmNumberDialog held={held} onClose={() => setOpen(false)} />}
    </Alert>
  );
}

function ConfirmNumberDialog({ held, onClose }: { held: Held; onClose: () => void }) {
  const { t } = useTranslation('cash-registers');
  const fieldErrors = useFieldErrors();
  const [number, setNumber] = useState<number | string>('');
  const [evidence, setEvidence] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { cashRegisterId, companyId, name, lastOrdinal } = held;
  const confirm = useChange(
    () =>
      call('post', '/companies/{companyId}/cash-registers/{cashRegisterId}/confirm-number', {
        ...{ companyId, cashRegisterId },
        body: { lastOrdinal: Number(number), evidence: evidence.trim() },
      }),
    { done: (said) => t('held.done', said), onDone: onClose, onError: 'shown' },
  );
  const isNumberWrong = number === '' || Number(number) < lastOrdinal;
  const isEvidenceMissing = evidence.trim().length < SHORTEST_EVIDENCE;
  const refused = fieldErrors(confirm.error).lastOrdinal;
  return (
    <FormDialog
      title={t('held.dialog', { name })}
      submit={t('held.action')}
      change={confirm}
      error={otherThanFields(confirm.error)}
      onSubmit={() => {
        setChecked(true);
        if (!isNumberWrong && !isEvidenceMissing) confirm.mutate();
      }}
      onClose={onClose}
    >
      <NumberInput
        label={t('held.number')}
        description={t('held.numberHint')}
        data-autofocus
        required
        min={0}
        allowDecimal={false}
        hideControls
        value={number}
        onChange={setNumber}
        error={isChecked && isNumberWrong ? t('held.numberWrong', { lastOrdinal }) : refused}
      />
      <TextInput
        label={t('held.evidence')}
        description={t('held.evidenceHint')}
        required
        maxLength={200}
        value={evidence}
        onChange={(event) => setEvidence(event.currentTarget.value)}
        error={isChecked && isEvidenceMissing ? t('held.evidenceMissing') : undefined}
      />
    </FormDialog>
  );
}
