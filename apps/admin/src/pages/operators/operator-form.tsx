import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { ApiProblem } from '../../api/problem.ts';
import { FormDialog } from '../../components/dialog/dialog.tsx';
import { useChange } from '../../components/form/change.tsx';
import { useEditForm } from '../../components/form/use-edit-form.tsx';
import type { Edit } from '../../components/form/use-edit-form.tsx';
import {
  otherThanFields,
  useFieldErrors,
  useFieldText,
} from '../../components/text/field-words.ts';
import { isRegistrationCode, tidyCode } from '../../format/registration-code.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany, useEnvironment } from '../../shell/company-guard.tsx';

/** Who stands at a till. */
export type Operator = Schema<'AdminOperator'>;
type Values = Pick<Operator, 'name' | 'code'>;

const PATH = '/companies/{companyId}/operators';

interface OperatorFormProps {
  /** The one that is changed; none for a new one. */
  operator: Operator | undefined;
  onClose: () => void;
}

/** Adds or changes one. */
export function OperatorForm({ operator, onClose }: OperatorFormProps) {
  const { t } = useTranslation('operators');
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const fieldErrors = useFieldErrors();
  const save = useChange(
    ({ values, changed, from }: Edit<Operator, Values>) =>
      from
        ? call('patch', `${PATH}/{operatorId}`, {
            companyId,
            operatorId: from.id,
            version: from.version,
            body: changed,
          })
        : call('post', PATH, { companyId, body: { environment, ...values } }),
    { onDone: onClose, done: t('changed'), onError: 'shown' },
  );
  const { form, shown } = useEditForm<Operator, Values>({
    name: `operator:${operator?.id ?? `${companyId}:${environment}`}`,
    thing: operator,
    valuesOf: (thing) => ({ name: thing?.name ?? '', code: thing?.code ?? '' }),
    save: save.mutateAsync,
    error: save.error,
    errorsOf: (error) => fieldErrors(error),
    labelOf: (name) => t(`form.${name as keyof Values}`),
    validate: {
      name: (name) => (name.trim() === '' ? t('form.missing') : null),
      code: (code) => (isRegistrationCode(code) ? null : t('form.wrongCode')),
    },
  });
  return (
    <FormDialog title={t('form.title')} change={save} {...shown} onClose={onClose}>
      <TextInput
        label={t('form.name')}
        description={t('form.nameHint')}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('form.code')}
        placeholder="ab123cd456"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('code')}
        onChange={(event) => form.setFieldValue('code', tidyCode(event.currentTarget.value))}
      />
    </FormDialog>
  );
}

/** Adds many by lines; what is wrong is said of each line. */
export function OperatorImport({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('operators');
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const fieldText = useFieldText();
  const [lines, setLines] = useState('');
  const add = useChange(
    () => call('post', `${PATH}/import`, { companyId, body: { environment, lines } }),
    {
      onDone: onClose,
      done: ({ operators }) => t('import.done', { count: operators.length }),
      onError: 'shown',
    },
  );
  const details = add.error instanceof ApiProblem ? add.error.details : [];
  const problems = details.map(({ path, message }) => {
    const [, line] = path.split('.');
    const text = fieldText(message);
    return line === undefined ? text : t('import.line', { line, text });
  });
  return (
    <FormDialog
      title={t('import.title')}
      submit={t('import.submit')}
      size="lg"
      change={add}
      error={otherThanFields(add.error)}
      onSubmit={add.mutate}
      onClose={onClose}
    >
      <Textarea
        label={t('import.lines')}
        description={t('import.hint')}
        placeholder="Ana Marić;ab123cd456"
        data-autofocus
        autosize
        minRows={6}
        maxRows={16}
        styles={{ error: { whiteSpace: 'pre-line' } }}
        value={lines}
        onChange={(event) => setLines(event.currentTarget.value)}
        error={problems.length > 0 && problems.join('\n')}
      />
    </FormDialog>
  );
}
