import { Button, Group, NumberInput, SimpleGrid, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { companyQuery } from '../../api/companies.ts';
import { answer, api } from '../../api/client.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Failure } from '../../parts/failure.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { Section } from '../../parts/section.tsx';
import { useCompany } from '../../shell/company-door.tsx';

/** What a number field gives: empty is text. */
type Typed = number | string;
const limitOf = (value: Typed) => (value === '' ? null : Number(value));

/** How often each key of the company may call; for operators. */
export function LimitsSection() {
  const { t } = useTranslation('companies');
  const { t: words } = useTranslation();
  const { id, writesPerMinute, readsPerMinute } = useCompany();
  const cache = useQueryClient();
  const form = useForm<{ writes: Typed; reads: Typed }>({
    initialValues: { writes: writesPerMinute ?? '', reads: readsPerMinute ?? '' },
  });
  const save = useMutation({
    mutationFn: ({ writes, reads }: { writes: Typed; reads: Typed }) =>
      answer(
        api.PUT('/admin/api/companies/{companyId}/limits', {
          params: { path: { companyId: id } },
          body: { writesPerMinute: limitOf(writes), readsPerMinute: limitOf(reads) },
        }),
      ),
    onSuccess: async () => {
      await cache.invalidateQueries(companyQuery(id));
      notifyDone(t('limits.saved'));
    },
  });
  const limit = { min: 1, max: 10_000_000, allowDecimal: false, thousandSeparator: '.' } as const;
  return (
    <Section title={t('limits.title')} description={t('limits.text')}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack>
          {save.isError && <Failure error={save.error} />}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <NumberInput
              label={t('limits.writes')}
              {...limit}
              decimalSeparator=","
              {...form.getInputProps('writes')}
            />
            <NumberInput
              label={t('limits.reads')}
              {...limit}
              decimalSeparator=","
              {...form.getInputProps('reads')}
            />
          </SimpleGrid>
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={save.isPending}>
              {words('action.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
