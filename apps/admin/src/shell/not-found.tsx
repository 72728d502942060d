import { Button } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslation } from '../i18n/i18n.ts';
import { Empty } from '../components/state/query-view.tsx';
import { Page } from '../components/page/page.tsx';

/** No such page, or none that may be known of. */
export const NotFound = () => <NoPage why="notFound" />;

/** A page of other roles. */
export const NoAccess = () => <NoPage why="noAccess" />;

function NoPage({ why }: { why: 'notFound' | 'noAccess' }) {
  const { t } = useTranslation();
  return (
    <Page title={t(`${why}.title`)}>
      <Empty
        icon={IconMap2}
        title={t(`${why}.title`)}
        text={t(`${why}.text`)}
        action={
          <Button component={Link} to="/" variant="default">
            {t('notFound.home')}
          </Button>
        }
      />
    </Page>
  );
}
