import { useQuery } from '@tanstack/react-query';
import { call, read } from '../../api/client.ts';
import { leave } from '../../api/session.ts';
import { withIdentity } from '../../components/dialog/identity.ts';
import { ChangeButton, useChange } from '../../components/form/change.tsx';
import { Section } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { SessionList } from './session-list.tsx';

/** Where the person is signed in, and the way out everywhere. */
export function SessionsSection() {
  const { t } = useTranslation('account');
  const query = useQuery(read('/session/list'));
  const signOut = useChange(() => withIdentity(() => call('post', '/sign-out-everywhere')), {
    onDone: leave,
    readsAgain: false,
  });
  const end = useChange(
    (sessionId: string) =>
      withIdentity(() => call('delete', '/session/list/{sessionId}', { sessionId })),
    { done: t('sessions.ended') },
  );
  const everywhere = (
    <ChangeButton
      variant="default"
      change={signOut}
      question={{ title: t('sessions.askTitle'), text: t('sessions.askText'), isGrave: true }}
    >
      {t('sessions.everywhere')}
    </ChangeButton>
  );
  return (
    <Section title={t('sessions.title')} description={t('sessions.text')} actions={everywhere}>
      <QueryView query={query}>
        {({ sessions }) => (
          <SessionList sessions={sessions} isWaiting={end.isPending} onEnd={end.mutate} />
        )}
      </QueryView>
    </Section>
  );
}
