// Which notices the person gets by mail, and what could not be mailed.

import { Alert, Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, read } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { useChange } from '../../components/form/change.tsx';
import { ChangeForm } from '../../components/form/form.tsx';
import { Section } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { useTranslation } from '../../i18n/i18n.ts';

type OwnNotices = Schema<'AdminOwnNotices'>;
type Kind = NonNullable<OwnNotices['chosen']>[number];

const KINDS: readonly Kind[] = ['failed', 'deadline', 'certificate', 'held', 'authority'];

/** Of people of a company. */
export function NoticesSection() {
  const { t } = useTranslation('account');
  const query = useQuery(read('/account/notices'));
  return (
    <Section title={t('notices.title')} description={t('notices.text')}>
      <QueryView query={query}>{(notices) => <Choice notices={notices} />}</QueryView>
    </Section>
  );
}

function Choice({ notices: { chosen: stored, isMailed, unsent } }: { notices: OwnNotices }) {
  const { t } = useTranslation('account');
  const [chosen, setChosen] = useState<string[]>(stored ?? []);
  const save = useChange(
    () => {
      const body = { chosen: KINDS.filter((kind) => chosen.includes(kind)) };
      return call('put', '/account/notices', { body });
    },
    { done: t('notices.saved'), onError: 'shown' },
  );
  return (
    <Stack>
      {!isMailed && <Alert color="yellow">{t('notices.off')}</Alert>}
      <ChangeForm change={save} submit={t('notices.save')} onSubmit={() => save.mutate()}>
        <Checkbox.Group value={chosen} onChange={setChosen} aria-label={t('notices.title')}>
          <Stack gap="xs">
            {KINDS.map((value) => {
              const kind = t(`notices.kind.${value}`);
              const count = isMailed ? 0 : (unsent[value] ?? 0);
              const label = count === 0 ? kind : t('notices.unsent', { kind, count });
              return <Checkbox key={value} value={value} label={label} />;
            })}
          </Stack>
        </Checkbox.Group>
      </ChangeForm>
    </Stack>
  );
}
