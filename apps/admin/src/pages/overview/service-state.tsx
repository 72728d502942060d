import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { LoadedLater } from '../../components/state/missing-file.tsx';
import { StatusBadge } from '../../components/text/text.tsx';
import { ensureTexts, useTranslation } from '../../i18n/i18n.ts';
import { healthQuery } from '../operations/health.ts';
import type { EfiHealth } from '../operations/health.ts';

const EVERY_MS = 15_000;

const Notice = lazy(async () => {
  const texts = ensureTexts(['operations']);
  const [module] = await Promise.all([import('../operations/service-notice.tsx'), texts]);
  return module;
});

const TONES = { answers: 'good', silent: 'bad', disbelieved: 'bad', unknown: 'neutral' } as const;

/** How the authority answers; the words of what is wrong are loaded where something is. */
export function ServiceState() {
  const { t } = useTranslation('overview');
  const { t: words } = useTranslation();
  const { data: health } = useQuery({ ...healthQuery, refetchInterval: EVERY_MS });
  if (health === undefined) return null;
  const isPaused = health.queues.some(({ pause }) => pause !== null);
  const isWell = health.efi.every((efi) => stateOf(efi) === 'answers' && !efi.isHindered);
  return (
    <Stack gap="sm" mb="lg">
      <Group gap="xs">
        {health.efi.map((efi) => (
          <StatusBadge key={efi.environment} tone={TONES[stateOf(efi)]}>
            {`${words(`environment.${efi.environment}`)}: ${t(`authority.${stateOf(efi)}`)}`}
          </StatusBadge>
        ))}
      </Group>
      <LoadedLater>{(isPaused || !isWell) && <Notice health={health} />}</LoadedLater>
    </Stack>
  );
}

function stateOf({ circuit, disbelief }: EfiHealth): keyof typeof TONES {
  if (circuit === null) return 'unknown';
  if (circuit.state === 'open') return 'silent';
  return disbelief === null ? 'answers' : 'disbelieved';
}
