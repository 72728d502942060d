// Small bars, one a minute, drawn by hand. The figures behind them stand in words beside the chart
// and in a table below it, for readers who do not see it.

import { useId } from 'react';
import { scaleOf } from './minutes.ts';
import classes from './minute-bars.module.css';

/** The parts of a bar, from the bottom up. */
export type Tone = 'good' | 'warning' | 'bad';

export interface Bar {
  at: Date;
  /** Shown at the pointer. */
  label: string;
  parts: readonly { tone: Tone; value: number }[];
}

interface MinuteBarsProps {
  /** Says in words what the chart shows. */
  label: string;
  bars: readonly Bar[];
  /** Times under the first and the last bar. */
  from: string;
  to: string;
}

const WIDTH = 600;
const HEIGHT = 72;
const GAP = 2;

/** Of the last minutes, the running one at the right. */
export function MinuteBars({ label, bars, from, to }: MinuteBarsProps) {
  const hatch = useId();
  const highest = Math.max(0, ...bars.map(({ parts }) => sumOf(parts)));
  const scale = scaleOf(highest);
  const step = WIDTH / Math.max(1, bars.length);
  return (
    <figure className={classes.figure}>
      <div className={classes.plot}>
        <span className={classes.scale} aria-hidden>
          {scale}
        </span>
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className={classes.svg}
        >
          <defs>
            <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse">
              <rect width="6" height="6" className={classes.bad} />
              <path d="M-1 7 7 -1 M-1 1 1 -1 M5 7 7 5" className={classes.stripe} />
            </pattern>
          </defs>
          <line x1="0" x2={WIDTH} y1="0.5" y2="0.5" className={classes.grid} />
          <line x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} className={classes.grid} />
          <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className={classes.base} />
          {bars.map((bar, index) => (
            <BarOf
              key={bar.at.getTime()}
              bar={bar}
              x={index * step}
              step={step}
              scale={scale}
              hatch={hatch}
            />
          ))}
        </svg>
      </div>
      <figcaption className={classes.ends} aria-hidden>
        <span>{from}</span>
        <span>{to}</span>
      </figcaption>
    </figure>
  );
}

interface BarOfProps {
  bar: Bar;
  x: number;
  step: number;
  scale: number;
  hatch: string;
}

function BarOf({ bar, x, step, scale, hatch }: BarOfProps) {
  let top = HEIGHT;
  return (
    <g>
      <title>{bar.label}</title>
      <rect x={x} width={step} height={HEIGHT} className={classes.touch} />
      {bar.parts.map(({ tone, value }) => {
        // The least that happened is still seen.
        const height = value === 0 ? 0 : Math.max(2, (value / scale) * HEIGHT);
        top = Math.max(0, top - height);
        return (
          <rect
            key={tone}
            x={x + GAP / 2}
            y={top}
            width={step - GAP}
            height={height}
            className={classes[tone]}
            {...(tone === 'bad' ? { fill: `url(#${hatch})` } : {})}
          />
        );
      })}
    </g>
  );
}

function sumOf(parts: Bar['parts']): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}

/** What the colours mean; unanswered and failed are striped, too. */
export function Legend({ entries }: { entries: readonly (readonly [Tone, string])[] }) {
  return (
    <ul className={classes.legend}>
      {entries.map(([tone, text]) => (
        <li key={tone}>
          <span aria-hidden className={classes.sign} data-tone={tone} />
          {text}
        </li>
      ))}
    </ul>
  );
}
