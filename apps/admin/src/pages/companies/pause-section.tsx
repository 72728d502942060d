import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { askFirst } from '../../parts/confirm.ts';
import { notifyDone, useNotifyProblem } from '../../parts/notify.ts';
import { Section } from '../../parts/section.tsx';
import { useCompany } from '../../shell/company-door.tsx';

/** Stops the company's calls and lets them in again; for operators. */
export function PauseSection() {
  const { t } = useTranslation('companies');
  const { id: companyId, name, status } = useCompany();
  const isPaused = status === 'paused';
  const cache = useQueryClient();
  const notifyProblem = useNotifyProblem();
  const change = useMutation({
    mutationFn: () => {
      const init = { params: { path: { companyId } } };
      return answer(
        isPaused
          ? api.POST('/admin/api/companies/{companyId}/resume', init)
          : api.POST('/admin/api/companies/{companyId}/pause', init),
      );
    },
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ['companies'] });
      notifyDone(isPaused ? t('operate.resumed') : t('operate.paused'));
    },
    onError: notifyProblem,
  });
  const pause = () =>
    askFirst({
      title: t('operate.askTitle'),
      text: t('operate.askText', { name }),
      confirm: t('operate.pause'),
      isGrave: true,
      onConfirm: () => change.mutate(),
    });
  return (
    <Section
      title={t('operate.title')}
      description={isPaused ? t('operate.pausedText') : t('operate.activeText')}
      actions={
        isPaused ? (
          <Button onClick={() => change.mutate()} loading={change.isPending}>
            {t('operate.resume')}
          </Button>
        ) : (
          <Button variant="light" color="red" onClick={pause} loading={change.isPending}>
            {t('operate.pause')}
          </Button>
        )
      }
    />
  );
}
