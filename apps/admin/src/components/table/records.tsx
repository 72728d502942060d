// A list of records: a table where there is room, cards on a phone. Only one of them is in the
// page.

import { Group, Paper, Stack, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/i18n.ts';
import { useIsPhone } from '../use-is-phone.ts';
import classes from './records.module.css';

interface Cell<Row> {
  cell: (row: Row) => ReactNode;
  /** Figures stand to the right. */
  align?: 'right';
  /** Words that the panel did not choose: one that is too long for the column is broken. */
  isWordy?: boolean;
  /** The card's heading; its name is not repeated. The first column when none says so. */
  isHeading?: boolean;
}

/**
 * One column, and one line of a card. `header` says what it is: no two columns of a list say the
 * same. Buttons (`isActions`) are in the corner of the card, and without a name above the column,
 * which only screen readers announce.
 */
export type Column<Row> = Cell<Row> &
  ({ header: string; isActions?: false } | { header?: undefined; isActions: true });

interface RecordsProps<Row extends { id: string }, Shown = Column<Row>> {
  /** What the list is of, for screen readers. */
  label: string;
  columns: readonly Shown[];
  rows: readonly Row[];
}

/** The records, in the form that fits the screen. A column that is not to be shown is false. */
export function Records<Row extends { id: string }>({
  columns,
  ...others
}: RecordsProps<Row, Column<Row> | false>) {
  const props = { ...others, columns: columns.filter((column) => column !== false) };
  const isPhone = useIsPhone();
  return isPhone ? <Cards {...props} /> : <Rows {...props} />;
}

function Rows<Row extends { id: string }>({ label, columns, rows }: RecordsProps<Row>) {
  const { t } = useTranslation();
  return (
    <Paper withBorder className={classes.sheet}>
      <table aria-label={label} className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ header, align, isActions }) => (
              <th
                key={header ?? 'actions'}
                scope="col"
                className={classNames(
                  align === 'right' && classes.right,
                  isActions && classes.actions,
                )}
              >
                {isActions ? <VisuallyHidden>{t('actions')}</VisuallyHidden> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map(({ header, cell, align, isActions, isWordy }) => (
                <td
                  key={header ?? 'actions'}
                  className={classNames(
                    (isActions === true || align === 'right') && classes.right,
                    isActions && classes.actions,
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

function Cards<Row extends { id: string }>({ label, columns, rows }: RecordsProps<Row>) {
  const heading = columns.find(({ isHeading }) => isHeading) ?? columns[0];
  const lines = columns.filter((column) => column !== heading && !column.isActions);
  const actions = columns.filter(({ isActions }) => isActions);
  return (
    <Stack gap="sm" component="ul" aria-label={label} className={classes.cards}>
      {rows.map((row) => (
        <Paper key={row.id} component="li" withBorder p="md">
          <Group justify="space-between" align="flex-start" gap={12} wrap="nowrap">
            <div className={classes.heading}>{heading?.cell(row)}</div>
            {actions.map(({ header, cell }) => (
              <div key={header ?? 'actions'}>{cell(row)}</div>
            ))}
          </Group>
          <dl className={classes.lines}>
            {lines.map(({ header, cell }) => (
              <div key={header ?? 'actions'} className={classes.line}>
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
