import { useProblemText } from './problem-text.ts';

interface Word {
  message: string;
  color: 'green' | 'red';
  /** Milliseconds; false for ever. */
  autoClose: number | false;
}

// The package is loaded after the page; whoever is first waits a moment.
async function show(word: Word): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  notifications.show({ ...word, withBorder: true });
}

/** Says that something was done; it goes away by itself. */
export function notifyDone(message: string): void {
  void show({ message, color: 'green', autoClose: 4_000 });
}

/** Says what went wrong; it stays until it is closed. */
export function useNotifyProblem(): (error: unknown) => void {
  const text = useProblemText();
  return (error) => void show({ message: text(error), color: 'red', autoClose: false });
}
