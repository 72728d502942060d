import { Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { askFirst } from '../confirm.ts';
import type { Question } from '../confirm.ts';
import { notifyDone, notifyProblem } from '../notify.ts';

interface ChangeButtonProps extends ButtonProps {
  /** What it does; while it runs the button waits. */
  change: { isPending: boolean; mutate: () => void };
  /** Asked before; the button of the question says the same as this one, unless it says how. */
  question?: Omit<Question, 'confirm' | 'onConfirm'> & { confirm?: string };
  'aria-label'?: string;
  children: string;
}

/** A button that makes one change, after a question where it affects others. */
export function ChangeButton({ change, question, children, ...others }: ChangeButtonProps) {
  const start = () => change.mutate();
  const ask = () => question && askFirst({ confirm: children, ...question, onConfirm: start });
  return (
    <Button {...others} loading={change.isPending} onClick={question ? ask : start}>
      {children}
    </Button>
  );
}

interface ChangeOptions<Input, Result> {
  /**
   * False where nothing on the screen can have changed, or no session is left to read it with.
   */
  readsAgain?: boolean;
  /** What is said when it is done. */
  done?: string | ((result: Result, input: Input) => string);
  /** At once, before anything is read again. */
  onDone?: (result: Result, input: Input) => void;
  /** Where the page shows the error itself; else it is said over the page. */
  onError?: 'shown' | ((error: Error, input: Input) => void);
}

/**
 * A call that changes something: what is on the screen is read again, and what became of it is
 * said.
 */
export function useChange<Result, Input = void>(
  change: (input: Input) => Promise<Result>,
  { readsAgain = true, done, onDone, onError }: ChangeOptions<Input, Result> = {},
) {
  const cache = useQueryClient();
  const refresh = async () => {
    if (readsAgain) await cache.invalidateQueries();
  };
  return useMutation({
    mutationFn: change,
    onSuccess: async (result, input) => {
      onDone?.(result, input);
      await refresh();
      if (done !== undefined) notifyDone(typeof done === 'string' ? done : done(result, input));
    },
    onError: async (error, input) => {
      if (onError === undefined) notifyProblem(error);
      else if (onError !== 'shown') onError(error, input);
      // What is on the screen is never guessed: a call that failed may have done its work.
      await refresh();
    },
  });
}
