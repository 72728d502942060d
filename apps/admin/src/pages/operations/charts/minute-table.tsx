import { Table } from '@mantine/core';
import { Note } from '../../../components/text/text.tsx';
import { useFormats } from '../../../format/use-formats.ts';

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
        <Table verticalSpacing={6} horizontalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              {columns.map((column, index) => (
                <Table.Th key={column} scope="col" ta={index === 0 ? 'left' : 'right'}>
                  {column}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {busy.map(({ at, figures }) => (
              <Table.Tr key={at.getTime()}>
                <Table.Td>{formats.time(at).slice(0, 5)}</Table.Td>
                {figures.map((figure, index) => (
                  <Table.Td key={columns[index + 1]} ta="right">
                    {formats.number(figure)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </details>
  );
}
