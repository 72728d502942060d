import type { ReactNode } from 'react';
import classes from './pairs.module.css';

interface PairsProps {
  rows: readonly (readonly [string, ReactNode])[];
  /** Values below their names: for long codes. */
  isStacked?: boolean;
}

/** Names and values in a narrow sheet: the value stands to the right, as wide as it needs. */
export function Pairs({ rows, isStacked = false }: PairsProps) {
  return (
    <dl className={classes.pairs} data-stacked={isStacked}>
      {rows.map(([name, value]) => (
        <div key={name} className={classes.row}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
