import { scaleOf } from './minutes.ts';
import { pointsOf } from './samples.ts';
import type { Sample } from './samples.ts';
import classes from './sparkline.module.css';

const WIDTH = 240;
const HEIGHT = 40;

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
      className={classes.svg}
    >
      <line x1="0" x2={WIDTH} y1={HEIGHT - 1} y2={HEIGHT - 1} className={classes.base} />
      {points.length > 1 && (
        <>
          <polygon
            points={`${begin},${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`}
            className={classes.area}
          />
          <polyline points={points.join(' ')} className={classes.line} />
        </>
      )}
    </svg>
  );
}
