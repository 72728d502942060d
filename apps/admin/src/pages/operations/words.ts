import { useTranslation } from 'react-i18next';

/** Words for what the API names by a code; a lane that is new shows its own name. */
export function useWords() {
  const { t, i18n } = useTranslation('operations');
  const { t: shell } = useTranslation();
  return {
    environment: (environment: 'test' | 'live') => shell(`environment.${environment}`),
    queue: (queue: string) => {
      const key = `queues.name.${queue}`;
      const isKnown = i18n.exists(key, { ns: 'operations' });
      return isKnown ? t(key as 'queues.name.fiscalization') : queue;
    },
  };
}
