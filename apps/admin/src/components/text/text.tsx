// The kinds of text that pages share.

import { Anchor, Text } from '@mantine/core';
import type { AnchorProps, TextProps } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';

type Words = TextProps & { children: ReactNode };

/** What explains or completes other words: smaller, in grey. */
export function Note({ size = 'sm', ...others }: Words) {
  return <Text c="dimmed" size={size} {...others} />;
}

/** A code in a fixed-width face. It has no blanks, and is broken anywhere. */
export function Mono(props: Words) {
  return <Text span ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }} {...props} />;
}

/** A link to another page of the panel. */
export function PageLink(
  props: AnchorProps & {
    to: string;
    relative?: 'path';
    onClick?: (event: MouseEvent) => void;
    children: ReactNode;
  },
) {
  return <Anchor component={Link} size="sm" {...props} />;
}

interface TextButtonProps extends AnchorProps {
  'aria-expanded'?: boolean;
  lang?: string;
  onClick: () => void;
  children: ReactNode;
}

/** A button that looks like a link. */
export function TextButton(props: TextButtonProps) {
  return <Anchor component="button" type="button" size="sm" {...props} />;
}
