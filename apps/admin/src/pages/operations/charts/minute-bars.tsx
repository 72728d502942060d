// Small bars, one a minute. The figures behind them stand in words beside the chart and in a table
// below it, for readers who do not see it.

import { scaleOf } from './minutes.ts';
import classes from './minute-bars.module.css';

/** The parts of a bar, from the bottom up. */
export type Tone = 'good' | 'waiting' | 'warning' | 'bad';

interface Bar {
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

/** Of the last minutes, the running one at the right. */
export function MinuteBars({ label, bars, from, to }: MinuteBarsProps) {
  const sums = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const scale = scaleOf(Math.max(0, ...sums));
  return (
    <figure className={classes.figure}>
      <div role="img" aria-label={label} className={classes.plot}>
        <span className={classes.scale}>{scale}</span>
        {bars.map((bar) => (
          <div key={bar.at.getTime()} title={bar.label} className={classes.bar}>
            {bar.parts
              .filter(({ value }) => value > 0)
              .map(({ tone, value }) => (
                // The least that happened is still seen.
                <div
                  key={tone}
                  data-tone={tone}
                  style={{ height: `${(100 * value) / scale}%`, minHeight: 2 }}
                />
              ))}
          </div>
        ))}
      </div>
      <figcaption className={classes.ends} aria-hidden>
        <span>{from}</span>
        <span>{to}</span>
      </figcaption>
    </figure>
  );
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
