import { Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import { leave } from '../../api/session.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { askFirst } from '../../parts/confirm.ts';
import { withIdentity } from '../../parts/identity.ts';
import { notifyDone, useNotifyProblem } from '../../parts/notify.ts';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { SessionList } from './session-list.tsx';

const sessionsQuery = queryOptions({
  queryKey: ['session', 'list'],
  queryFn: ({ signal }) => answer(api.GET('/admin/api/session/list', { signal })),
});

/** Where the person is signed in, and the way out everywhere. */
export function SessionsSection() {
  const { t } = useTranslation('account');
  const query = useQuery(sessionsQuery);
  const cache = useQueryClient();
  const notifyProblem = useNotifyProblem();
  const signOut = useMutation({
    mutationFn: () => withIdentity(() => answer(api.POST('/admin/api/sign-out-everywhere'))),
    onSuccess: leave,
    onError: notifyProblem,
  });
  const end = useMutation({
    mutationFn: (sessionId: string) => {
      const init = { params: { path: { sessionId } } };
      return withIdentity(() => answer(api.DELETE('/admin/api/session/list/{sessionId}', init)));
    },
    onSuccess: async () => {
      await cache.invalidateQueries(sessionsQuery);
      notifyDone(t('sessions.ended'));
    },
    onError: notifyProblem,
  });
  const everywhere = () =>
    askFirst({
      title: t('sessions.askTitle'),
      text: t('sessions.askText'),
      confirm: t('sessions.everywhere'),
      isGrave: true,
      onConfirm: () => signOut.mutate(),
    });
  return (
    <Section
      title={t('sessions.title')}
      description={t('sessions.text')}
      actions={
        <Button variant="default" onClick={everywhere} loading={signOut.isPending}>
          {t('sessions.everywhere')}
        </Button>
      }
    >
      <QueryView query={query}>
        {({ sessions }) => (
          <SessionList sessions={sessions} isWaiting={end.isPending} onEnd={end.mutate} />
        )}
      </QueryView>
    </Section>
  );
}
