import { useForm } from '@mantine/form';
import { isRegistrationCode } from '../../format/registration-code.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany } from '../../shell/company-guard.tsx';
import { readTotal } from './invoice-link.ts';
import type { LinkedValues } from './invoice-link.ts';

export type IicValues = LinkedValues;

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

/** The seven values and the IIC to compare with, checked for the form they have on an invoice. */
export function useIicForm() {
  const { t } = useTranslation('inspector');
  const { tin } = useCompany();
  const code = (text: string) => (isRegistrationCode(text.trim()) ? null : t('problem.code'));
  const form = useForm<IicValues>({
    validateInputOnBlur: true,
    initialValues: {
      tin,
      issueDateTime: '',
      ordinal: '',
      businessUnitCode: '',
      tcrCode: '',
      softwareCode: '',
      total: '',
      compareWith: '',
    },
    validate: {
      tin: (text) => (text.trim() === tin ? null : t('problem.tin')),
      issueDateTime: (text) => (LOCAL_TIME.test(text.trim()) ? null : t('problem.issueDateTime')),
      ordinal: (text) => (/^[1-9]\d{0,14}$/.test(text.trim()) ? null : t('problem.ordinal')),
      businessUnitCode: code,
      tcrCode: code,
      softwareCode: code,
      total: (text) => (readTotal(text) === null ? t('problem.total') : null),
      compareWith: (text) =>
        text.trim() === '' || /^[\da-f]{32}$/i.test(text.trim()) ? null : t('problem.iic'),
    },
  });
  const bodyOf = ({ ordinal, total, compareWith, ...values }: IicValues) => ({
    ...values,
    ordinal: Number(ordinal),
    total: readTotal(total) ?? total,
    ...(compareWith.trim() === '' ? {} : { compareWith: compareWith.trim() }),
  });
  return { form, bodyOf };
}
