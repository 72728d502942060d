import { notifications } from '@mantine/notifications';
import { useProblemText } from './problem-text.ts';

/** Says that something was done; it goes away by itself. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'green', withBorder: true, autoClose: 4_000 });
}

/** Says what went wrong; it stays until it is closed. */
export function useNotifyProblem(): (error: unknown) => void {
  const text = useProblemText();
  return (error) =>
    notifications.show({ message: text(error), color: 'red', withBorder: true, autoClose: false });
}
