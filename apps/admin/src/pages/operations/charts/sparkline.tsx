import { scaleOf } from './minutes.ts';
import { pointsOf } from './samples.ts';
import type { Sample } from './samples.ts';

const WIDTH = 240;
const HEIGHT = 40;
const LINE = { fill: 'none', vectorEffect: 'non-scaling-stroke' } as const;

/** What a figure was within the last two minutes. @param props.label says it in words. */
export function Sparkline({ samples, label }: { samples: readonly Sample[]; label: string }) {
  const scale = scaleOf(Math.max(0, ...samples.map(({ value }) => value)));
  const points = pointsOf(samples, { width: WIDTH, height: HEIGHT - 4, scale }).map(
    ([x, y]) => `${x.toFixed(1)},${(y + 2).toFixed(1)}`,
  );
  const begin = points[0]?.split(',')[0] ?? '0';
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      style={{ display: 'block', width: '100%', height: HEIGHT }}
    >
      <line x1="0" x2={WIDTH} y1={HEIGHT - 1} y2={HEIGHT - 1} {...LINE} stroke="var(--line)" />
      {points.length > 1 && (
        <>
          <polygon
            points={`${begin},${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`}
            fill="var(--mantine-primary-color-light)"
          />
          <polyline
            points={points.join(' ')}
            {...LINE}
            stroke="var(--mantine-primary-color-filled)"
            strokeWidth={1.75}
            strokeLinejoin="round"
          />
        </>
      )}
    </svg>
  );
}
