import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import { cashRegistersQuery } from '../../api/company-parts.ts';
import type { Environment } from '../../api/contract.ts';
import { dayEnd } from '../../format/podgorica-day.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { useCompany } from '../../shell/company-door.tsx';
import type { Made } from './made-key.tsx';

interface NewKeyFormProps {
  environment: Environment;
  onMade: (made: Made) => void;
  onClose: () => void;
}

interface Values {
  name: string;
  /** Empty: the default one. */
  cashRegisterId: string;
  /** The last day on which it works, or empty. */
  lastDay: string;
}

/** A dialog. */
export function NewKeyForm({ environment, onMade, onClose }: NewKeyFormProps) {
  const { t } = useTranslation('api-keys');
  const { t: words } = useTranslation();
  const { id: companyId } = useCompany();
  const { data } = useQuery(cashRegistersQuery(companyId, environment));
  const cache = useQueryClient();
  const form = useForm<Values>({
    initialValues: { name: '', cashRegisterId: '', lastDay: '' },
    validate: {
      name: (name) => (name.trim() === '' ? t('form.nameMissing') : null),
      lastDay: (day) =>
        day === '' || new Date(dayEnd(day)) > new Date() ? null : t('form.expiresPast'),
    },
  });
  const create = useMutation({
    mutationFn: ({ name, cashRegisterId, lastDay }: Values) => {
      const body = {
        environment,
        name,
        cashRegisterId: cashRegisterId === '' ? null : cashRegisterId,
        expiresAt: lastDay === '' ? null : dayEnd(lastDay),
      };
      const init = { params: { path: { companyId } }, body };
      return answer(api.POST('/admin/api/companies/{companyId}/api-keys', init));
    },
    onSuccess: async ({ key }) => {
      onMade({ key, previousUntil: null });
      await cache.invalidateQueries({ queryKey: ['companies', companyId] });
    },
  });
  return (
    <Dialog onClose={onClose} title={t(`form.title.${environment}`)}>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
        <Stack>
          {create.isError && <Failure error={create.error} />}
          <TextInput
            label={t('form.name')}
            description={t('form.nameHint')}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <NativeSelect
            label={t('form.cashRegister')}
            description={t('form.cashRegisterHint')}
            data={[
              { value: '', label: t('form.default') },
              ...(data?.cashRegisters ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...form.getInputProps('cashRegisterId')}
          />
          <TextInput
            type="date"
            label={t('form.expires')}
            description={t('form.expiresHint')}
            {...form.getInputProps('lastDay')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words('action.cancel')}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {t('form.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
