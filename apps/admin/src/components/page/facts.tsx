import type { ReactNode } from 'react';
import classes from './facts.module.css';

interface FactsProps {
  rows: readonly (readonly [string, ReactNode])[];
  /**
   * `columns`: each value beside its name, in a column; `grid`: short values below their names, beside each
   * other; `ends`: the values at the other end of a narrow sheet, as wide as they need; `stack`: long
   * values below their names.
   */
  layout?: 'columns' | 'grid' | 'ends' | 'stack';
}

/** Names and values, as a definition list. */
export function Facts({ rows, layout = 'columns' }: FactsProps) {
  return (
    <dl className={classes.facts} data-layout={layout}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
