import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { notifyDone, useNotifyProblem } from './notify.ts';

interface ChangeOptions<Input, Result> {
  /** Beginnings of the keys of what may have changed: it is read again. */
  refreshes?: readonly QueryKey[];
  /** What is said when it is done. */
  done?: string | ((result: Result, input: Input) => string);
  /** At once, before anything is read again. */
  onDone?: (result: Result, input: Input) => void;
  /** Where the page shows the error itself; else it is said over the page. */
  onError?: 'shown' | ((error: Error, input: Input) => void);
}

/** A call that changes something: what it changed is read again, and what became of it is said. */
export function useChange<Result, Input = void>(
  change: (input: Input) => Promise<Result>,
  { refreshes = [], done, onDone, onError }: ChangeOptions<Input, Result> = {},
) {
  const cache = useQueryClient();
  const notifyProblem = useNotifyProblem();
  const refresh = () =>
    Promise.all(refreshes.map((queryKey) => cache.invalidateQueries({ queryKey })));
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
