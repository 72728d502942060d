import type { ReactNode } from 'react';
import classes from './facts.module.css';

interface FactsProps {
  rows: readonly (readonly [string, ReactNode])[];
  /** Short values in columns, each below its name. */
  isGrid?: boolean;
}

/** Names and values, as a definition list: beside each other, on a phone below each other. */
export function Facts({ rows, isGrid = false }: FactsProps) {
  return (
    <dl className={isGrid ? classes.grid : classes.facts}>
      {rows.map(([name, value]) => (
        <div key={name} className={isGrid ? classes.cell : classes.row}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
