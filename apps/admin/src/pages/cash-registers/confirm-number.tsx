import { Alert, Button, NumberInput, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { FormDialog } from '../../components/dialog/dialog.tsx';
import { useChange } from '../../components/form/change.tsx';
import { otherThanFields, useFieldErrors } from '../../components/text/field-words.ts';
import { useTranslation } from '../../i18n/i18n.ts';

/** A cash register whose last number is not certain. */
export type UncertainRegister = Schema<'AdminCashRegisterList'>['held'][number];

const SHORTEST_EVIDENCE = 3;
const NUMBER_FIELD = { required: true, min: 0, allowDecimal: false, hideControls: true };

type Way = 'hand' | 'receipt';

/** What has to be done before a cash register sells again in a database that was restored. */
export function SuspendedNotice({ held }: { held: UncertainRegister }) {
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

/** What was confirmed, while it can be raised still. */
export function ConfirmedNotice({ confirmed }: { confirmed: UncertainRegister }) {
  const { t } = useTranslation('cash-registers');
  const [isOpen, setOpen] = useState(false);
  return (
    <Alert color="gray" title={t('held.confirmedTitle', { lastOrdinal: confirmed.lastOrdinal })}>
      <Stack gap="sm" align="flex-start">
        {t('held.confirmedText')}
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('held.raise')}
        </Button>
      </Stack>
      {isOpen && <ConfirmNumberDialog held={confirmed} onClose={() => setOpen(false)} />}
    </Alert>
  );
}

function ConfirmNumberDialog({ held, onClose }: { held: UncertainRegister; onClose: () => void }) {
  const { t } = useTranslation('cash-registers');
  const fieldErrors = useFieldErrors();
  const [way, setWay] = useState<Way>('hand');
  const [number, setNumber] = useState<number | string>('');
  const [evidence, setEvidence] = useState('');
  const [link, setLink] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { name, lastOrdinal } = held;
  const confirm = useChange(
    () =>
      way === 'hand'
        ? confirmNumber(held, Number(number), evidence.trim())
        : confirmReceipt(held, link.trim()),
    { done: (said) => t('held.done', said), onDone: onClose, onError: 'shown' },
  );
  const choose = (chosen: Way) => {
    setWay(chosen);
    setChecked(false);
    confirm.reset();
  };
  const isNumberWrong = number === '' || Number(number) < lastOrdinal;
  const isEvidenceMissing = evidence.trim().length < SHORTEST_EVIDENCE;
  const isLinkMissing = link.trim() === '';
  const { lastOrdinal: numberRefused, ...refused } = fieldErrors(confirm.error);
  return (
    <FormDialog
      title={t('held.dialog', { name })}
      submit={t('held.action')}
      change={confirm}
      error={otherThanFields(confirm.error)}
      onSubmit={() => {
        setChecked(true);
        if (way === 'hand' ? !isNumberWrong && !isEvidenceMissing : !isLinkMissing)
          confirm.mutate();
      }}
      onClose={onClose}
    >
      <Radio.Group
        label={t('held.way')}
        value={way}
        onChange={(value) => choose(value === 'receipt' ? 'receipt' : 'hand')}
      >
        <Stack gap={6} mt={6}>
          <Radio value="hand" label={t('held.byHand')} />
          <Radio value="receipt" label={t('held.byReceipt')} />
        </Stack>
      </Radio.Group>
      {way === 'hand' ? (
        <>
          <NumberInput
            label={t('held.number')}
            description={t('held.numberHint')}
            data-autofocus
            {...NUMBER_FIELD}
            value={number}
            onChange={setNumber}
            error={
              isChecked && isNumberWrong ? t('held.numberWrong', { lastOrdinal }) : numberRefused
            }
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
        </>
      ) : (
        <>
          <Text size="sm">{t('held.linkText')}</Text>
          <Textarea
            label={t('held.link')}
            description={t('held.linkHint')}
            required
            autosize
            minRows={3}
            maxLength={500}
            value={link}
            onChange={(event) => setLink(event.currentTarget.value)}
            error={
              isChecked && isLinkMissing ? t('held.linkMissing') : (refused.link ?? numberRefused)
            }
          />
        </>
      )}
    </FormDialog>
  );
}

function confirmNumber(
  { companyId, cashRegisterId }: UncertainRegister,
  lastOrdinal: number,
  evidence: string,
) {
  return call('post', '/companies/{companyId}/cash-registers/{cashRegisterId}/confirm-number', {
    companyId,
    cashRegisterId,
    body: { lastOrdinal, evidence },
  });
}

function confirmReceipt({ companyId, cashRegisterId }: UncertainRegister, link: string) {
  return call('post', '/companies/{companyId}/cash-registers/{cashRegisterId}/confirm-receipt', {
    companyId,
    cashRegisterId,
    body: { link },
  });
}
