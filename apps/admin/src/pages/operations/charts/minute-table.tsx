import { Note } from '../../../components/text/text.tsx';
import { useFormats } from '../../../format/use-formats.ts';
import classes from './minute-bars.module.css';

interface MinuteTableProps {
  title: string;
  /** The first is the minute's. */
  columns: readonly string[];
  /** Oldest first; minutes in which nothing happened are left out. */
  rows: readonly { at: Date; figures: readonly number[] }[];
}

/** The figures of a chart, newest first, exact, and readable without seeing the chart. */
export function MinuteTable({ title, columns, rows }: MinuteTableProps) {
  const formats = useFormats();
  const busy = rows.filter(({ figures }) => figures.some((figure) => figure > 0)).toReversed();
  if (busy.length === 0) return null;
  return (
    <details>
      <Note component="summary" py={4} style={{ cursor: 'pointer' }}>
        {title}
      </Note>
      <div
        role="region"
        aria-label={title}
        tabIndex={0}
        style={{ maxHeight: 260, overflow: 'auto', marginTop: 8 }}
      >
        <table className={classes.figures}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {busy.map(({ at, figures }) => (
              <tr key={at.getTime()}>
                <td>{formats.time(at).slice(0, 5)}</td>
                {figures.map((figure, index) => (
                  <td key={columns[index + 1]}>{formats.number(figure)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
