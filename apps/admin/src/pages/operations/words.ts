import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import type { Concerned } from './health.ts';

/** Words for what the API names by a code; a lane that is new shows its own name. */
export function useWords() {
  const { t, has } = useTranslation('operations');
  const { number } = useFormats();
  const { t: shell } = useTranslation();
  return {
    environment: (environment: 'test' | 'live') => shell(`environment.${environment}`),
    companies: ({ found, named }: Concerned) => {
      const names = named.map(({ name }) => name).join(', ');
      const others = found - named.length;
      return others > 0 ? `${names} ${t('others', { count: number(others) })}` : names;
    },
    queue: (queue: string) => {
      const key = `queues.name.${queue}`;
      const isKnown = has(key);
      return isKnown ? t(key as 'queues.name.fiscalization') : queue;
    },
  };
}
