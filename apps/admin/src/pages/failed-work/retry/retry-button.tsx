import { Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useRetry } from '../work.ts';
import type { RetryTarget, WorkScope } from '../work.ts';
import { RetryDialog } from './retry-dialog.tsx';
import type { StoredMessage } from './retry-dialog.tsx';

interface RetryButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  scope: WorkScope;
  target: RetryTarget;
  count: number;
  message?: StoredMessage | undefined;
  onDone?: () => void;
  children: string;
}

/** Tries failed invoices again, after what a person has to know about it. */
export function RetryButton(props: RetryButtonProps) {
  const { scope, target, count, message, onDone, children, ...look } = props;
  const retry = useRetry(scope);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        {...look}
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={retry.isPending}
        onClick={() => setOpen(true)}
      >
        {children}
      </Button>
      {isOpen && (
        <RetryDialog
          scope={scope}
          target={target}
          count={count}
          message={message}
          confirm={children}
          onConfirm={() => retry.mutate(target, { ...(onDone && { onSuccess: onDone }) })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
