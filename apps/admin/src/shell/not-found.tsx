import { Button } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslation } from '../i18n/i18n.ts';
import { Empty } from '../components/state/query-view.tsx';
import { Page } from '../components/page/page.tsx';

/** No such page, or none for this person. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <Page title={t('notFound.title')}>
      <Empty
        icon={IconMap2}
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={
          <Button component={Link} to="/" variant="default">
            {t('notFound.home')}
          </Button>
        }
      />
    </Page>
  );
}
