// A list of records: a table where there is room, cards on a phone. Only one of them is in the page.

import { Paper, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './records.module.css';

/** One column, and one line of a card. */
export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand to the right. */
  align?: 'right';
  /** Words that somebody else chose: one that is too long for the column is broken. */
  isWordy?: boolean;
  /** The card's heading; its name is not repeated. The first column when none says so. */
  isHeading?: boolean;
  /** Buttons: in the corner of the card, and without a name above the column (a screen reader hears it). */
  isActions?: boolean;
}

interface RecordsProps<Row> {
  /** What the list is of, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
}

/** The records, in the form that fits the screen. */
export function Records<Row>(props: RecordsProps<Row>) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return isPhone ? <Cards {...props} /> : <Rows {...props} />;
}

function Rows<Row>({ label, columns, rows, idOf }: RecordsProps<Row>) {
  return (
    <Paper withBorder className={classes.sheet}>
      <table aria-label={label} className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ key, header, align, isActions }) => (
              <th key={key} scope="col" className={classNames(align === 'right' && classes.right)}>
                {isActions ? <span className={classes.hidden}>{header}</span> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)}>
              {columns.map(({ key, cell, align, isActions, isWordy }) => (
                <td
                  key={key}
                  className={classNames(
                    (isActions === true || align === 'right') && classes.right,
                    isWordy && classes.wordy,
                  )}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Paper>
  );
}

function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

function Cards<Row>({ label, columns, rows, idOf }: RecordsProps<Row>) {
  const heading = columns.find(({ isHeading }) => isHeading) ?? columns[0];
  const lines = columns.filter((column) => column !== heading && !column.isActions);
  const actions = columns.filter(({ isActions }) => isActions);
  return (
    <Stack gap="sm" component="ul" aria-label={label} className={classes.cards}>
      {rows.map((row) => (
        <Paper key={idOf(row)} component="li" withBorder p="md">
          <div className={classes.top}>
            <div className={classes.heading}>{heading?.cell(row)}</div>
            {actions.map(({ key, cell }) => (
              <div key={key}>{cell(row)}</div>
            ))}
          </div>
          <dl className={classes.lines}>
            {lines.map(({ key, header, cell }) => (
              <div key={key} className={classes.line}>
                <dt>{header}</dt>
                <dd>{cell(row)}</dd>
              </div>
            ))}
          </dl>
        </Paper>
      ))}
    </Stack>
  );
}
