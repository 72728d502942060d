import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call, read } from '../../api/client.ts';
import { leave } from '../../api/session.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { askFirst } from '../../components/confirm.ts';
import { withIdentity } from '../../components/identity.ts';
import { QueryView } from '../../components/query-view.tsx';
import { Section } from '../../components/section.tsx';
import { useChange } from '../../components/use-change.ts';
import { SessionList } from './session-list.tsx';

/** Where the person is signed in, and the way out everywhere. */
export function SessionsSection() {
  const { t } = useTranslation('account');
  const query = useQuery(read('/session/list'));
  const signOut = useChange(() => withIdentity(() => call('post', '/sign-out-everywhere')), {
    onDone: leave,
  });
  const end = useChange(
    (sessionId: string) =>
      withIdentity(() => call('delete', '/session/list/{sessionId}', { sessionId })),
    { refreshes: [['session', 'list']], done: t('sessions.ended') },
  );
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
