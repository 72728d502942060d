import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { read } from '../../api/client.ts';
import { LoadedLater } from '../../components/state/missing-file.tsx';
import { ensureTexts } from '../../i18n/i18n.ts';

const EVERY_MS = 15_000;

const Notice = lazy(async () => {
  const [module] = await Promise.all([
    import('./paused-lanes-notice.tsx'),
    ensureTexts(['operations']),
  ]);
  return module;
});

/** On the operators' first page; what it says of paused lanes is loaded where there are some. */
export function PausedLanes() {
  const { data } = useQuery({
    ...read('/operations/health', { minutes: 1 }),
    refetchInterval: EVERY_MS,
  });
  const paused = data?.queues.filter(({ pause }) => pause !== null) ?? [];
  return (
    <LoadedLater>
      {paused.length > 0 && <Notice queues={paused.map(({ queue }) => queue)} />}
    </LoadedLater>
  );
}
