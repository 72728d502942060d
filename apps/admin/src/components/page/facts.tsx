import type { ReactNode } from 'react';
import { Note } from '../text/text.tsx';
import classes from './facts.module.css';

interface FactsProps {
  /** A name and its value each, and what completes the name; what is not to be shown is false. */
  rows: readonly (readonly [name: string, value: ReactNode, below?: ReactNode] | false)[];
  /**
   * `columns`: each value beside its name, in a column; `grid`: short values below their names,
   * beside each other; `ends`: the values at the other end of a narrow sheet, as wide as they need;
   * `sums`: the same for amounts, the last of which is their total; `stack`: long values below
   * their names.
   */
  layout?: 'columns' | 'grid' | 'ends' | 'sums' | 'stack';
}

/** Names and values, as a definition list; nothing where none is to be shown. */
export function Facts({ rows, layout = 'columns' }: FactsProps) {
  const shown = rows.filter((row) => row !== false);
  if (shown.length === 0) return null;
  return (
    <dl className={classes.facts} data-layout={layout}>
      {shown.map(([name, value, below], index) => (
        // Lines of one invoice may have one name.
        <div key={`${index} ${name}`}>
          <dt>
            {name}
            {below && (
              <Note size="xs" lh="inherit">
                {below}
              </Note>
            )}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
