import { useTranslation } from '../../i18n/i18n.ts';

/** Words for what the API names by a code; a lane that is new shows its own name. */
export function useWords() {
  const { t, has } = useTranslation('operations');
  const { t: shell } = useTranslation();
  return {
    environment: (environment: 'test' | 'live') => shell(`environment.${environment}`),
    queue: (queue: string) => {
      const key = `queues.name.${queue}`;
      const isKnown = has(key);
      return isKnown ? t(key as 'queues.name.fiscalization') : queue;
    },
  };
}
