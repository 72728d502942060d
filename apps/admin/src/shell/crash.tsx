import { Button, Code, Stack, Text, Title } from '@mantine/core';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useTranslation } from '../i18n/i18n.ts';

/** Says that a page broke, or that its files are gone because a newer version has been published. */
function Crash({ error }: { error: unknown }) {
  const { t } = useTranslation();
  return (
    <Stack component="main" align="center" gap="sm" p="xl" ta="center" role="alert">
      <Title order={1}>{t('crash.title')}</Title>
      <Text c="dimmed">{t('crash.text')}</Text>
      <Button onClick={() => window.location.reload()}>{t('crash.reload')}</Button>
      {error instanceof Error && <Code>{error.message}</Code>}
    </Stack>
  );
}

/** Shows `Crash` in place of a page that breaks, until another one is visited. */
export function CrashBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return <Boundary visit={key}>{children}</Boundary>;
}

interface BoundaryProps {
  /** Another one is another try. */
  visit: string;
  children: ReactNode;
}

interface BoundaryState {
  crash: { error: unknown } | null;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { crash: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { crash: { error } };
  }

  override componentDidUpdate({ visit }: BoundaryProps, before: BoundaryState): void {
    const { crash } = this.state;
    // What has just crashed belongs to this visit; what was on the screen, to the one before.
    const isOld = crash !== null && crash === before.crash;
    if (isOld && visit !== this.props.visit) this.setState({ crash: null });
  }

  override render(): ReactNode {
    const { crash } = this.state;
    return crash === null ? this.props.children : <Crash error={crash.error} />;
  }
}
