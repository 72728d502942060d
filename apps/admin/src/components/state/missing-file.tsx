// A part of the page whose file could not be loaded, mostly because a newer version was published.
// The page stays as it is, with whatever was typed into it.

import { Button, Paper, Text } from '@mantine/core';
import { Component, Suspense } from 'react';
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
      <Text fw={600}>{t('crash.title')}</Text>
      <Note mb="sm">{t('crash.text')}</Note>
      <Button size="xs" onClick={() => window.location.reload()}>
        {t('crash.reload')}
      </Button>
    </Paper>
  );
}

interface ErrorBoundaryProps {
  /** Shown instead of what breaks. */
  instead: (error: unknown) => ReactNode;
  /** Another one is another try. */
  visit?: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  crash: { error: unknown } | null;
}

/** Keeps what breaks from taking the rest of the page with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { crash: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { crash: { error } };
  }

  override componentDidUpdate({ visit }: ErrorBoundaryProps, before: ErrorBoundaryState): void {
    const { crash } = this.state;
    // What has just crashed belongs to this visit; what was on the screen, to the one before.
    const isOld = crash !== null && crash === before.crash;
    if (isOld && visit !== this.props.visit) this.setState({ crash: null });
  }

  override render(): ReactNode {
    const { crash } = this.state;
    return crash === null ? this.props.children : this.props.instead(crash.error);
  }
}

/** Parts that are loaded when they are needed; `MissingFile` in place of those that fail. */
export function LoadedLater({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary instead={() => <MissingFile />}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
