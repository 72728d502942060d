// A part of the page whose file could not be loaded, mostly because a newer version was published. The
// page stays as it is, with whatever was typed into it.

import { Button, Paper, Text } from '@mantine/core';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/i18n.ts';
import { Note } from '../text/text.tsx';

/** Says so over the page, and offers to load it anew. */
export function MissingFile() {
  const { t } = useTranslation();
  return (
    <Paper
      role="alert"
      withBorder
      shadow="md"
      p="md"
      pos="fixed"
      right={16}
      bottom={16}
      maw="min(420px, calc(100vw - 32px))"
      style={{ zIndex: 500 }}
    >
      <Text fw={500}>{t('crash.title')}</Text>
      <Note mb="sm">{t('crash.text')}</Note>
      <Button size="xs" onClick={() => window.location.reload()}>
        {t('crash.reload')}
      </Button>
    </Paper>
  );
}

/** Shows `MissingFile` in place of parts that are loaded later and fail. */
export class LoadedLater extends Component<{ children: ReactNode }, { isMissing: boolean }> {
  override state = { isMissing: false };

  static getDerivedStateFromError() {
    return { isMissing: true };
  }

  override render() {
    return this.state.isMissing ? <MissingFile /> : this.props.children;
  }
}
