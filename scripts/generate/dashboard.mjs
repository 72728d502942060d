// The dashboard of Grafana: what each panel says, and what all of them share.

const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };
const COLUMNS = 24;

const HEAD = {
  uid: 'fiscal',
  title: 'Fiscal invoicing',
  tags: ['fiscal'],
  timezone: 'browser',
  schemaVersion: 39,
  version: 1,
  editable: true,
  refresh: '30s',
  time: { from: 'now-3h', to: 'now' },
  templating: {
    list: [
      {
        name: 'datasource',
        type: 'datasource',
        query: 'prometheus',
        label: 'Data source',
        current: {},
      },
      {
        name: 'environment',
        type: 'query',
        label: 'Environment',
        datasource: { type: 'prometheus', uid: '${datasource}' },
        query: 'label_values(fiscal_sales_waiting, environment)',
        refresh: 2,
        includeAll: true,
        multi: true,
        current: { text: 'All', value: '$__all' },
      },
    ],
  },
};

/** In their order, each line of the dashboard filled from the left. */
const PANELS = [
  row('Sales'),
  graph(
    'Outcomes',
    8,
    'ops',
    {
      '{{outcome}}':
        'sum by (outcome) (rate(fiscal_invoice_outcomes_total{environment=~"$environment"}[$__rate_interval]))',
    },
    { description: 'Recorded by the workers: fiscalized, offline, failed.' },
  ),
  graph(
    'Pending by age',
    8,
    'short',
    {
      '{{older_than_seconds}} s and older':
        'sum by (older_than_seconds) (max by (environment, older_than_seconds) (fiscal_pending_invoices{environment=~"$environment"}))',
    },
    {
      description: 'Since a sale was due. Every API shows the same rows, so the greatest is taken.',
    },
  ),
  graph('Wait until a worker claims a sale', 5, 's', {
    median:
      'histogram_quantile(0.5, sum by (le) (rate(fiscal_sale_wait_seconds_bucket{environment=~"$environment"}[$__rate_interval])))',
    '99 %':
      'histogram_quantile(0.99, sum by (le) (rate(fiscal_sale_wait_seconds_bucket{environment=~"$environment"}[$__rate_interval])))',
  }),
  figure(
    'Workers that live',
    3,
    'short',
    { '{{role}}': 'max by (role) (fiscal_workers)' },
    { colors: ['red', ['green', 1]] },
  ),
  row('Authority'),
  graph('Exchanges', 8, 'ops', {
    '{{operation}} {{outcome}}':
      'sum by (operation, outcome) (rate(fiscal_efi_exchanges_total{environment=~"$environment"}[$__rate_interval]))',
  }),
  graph('How long an exchange takes', 8, 's', {
    median:
      'histogram_quantile(0.5, sum by (le) (rate(fiscal_efi_exchange_seconds_bucket{environment=~"$environment"}[$__rate_interval])))',
    '95 %':
      'histogram_quantile(0.95, sum by (le) (rate(fiscal_efi_exchange_seconds_bucket{environment=~"$environment"}[$__rate_interval])))',
  }),
  graph(
    'Refusals by code',
    8,
    'short',
    {
      'code {{code}}':
        'topk(6, sum by (code) (increase(fiscal_efi_refusals_total{environment=~"$environment"}[1h])))',
    },
    { description: 'In an hour. docs/errors.md says what each code means.' },
  ),
  graph(
    'Unanswered by reason',
    8,
    'short',
    {
      '{{reason}}':
        'sum by (reason) (increase(fiscal_efi_unanswered_total{environment=~"$environment"}[1h]))',
    },
    {
      description: 'In an hour. Unanswered is not a failure: the message may have been registered.',
    },
  ),
  graph(
    'Receipt checks',
    8,
    'short',
    {
      '{{result}}':
        'sum by (result) (increase(fiscal_receipt_checks_total{environment=~"$environment"}[1h]))',
    },
    { description: 'In an hour.' },
  ),
  graph(
    'Clock offset',
    8,
    's',
    {
      '{{environment}} {{instance}}':
        'max by (environment, instance) (fiscal_clock_offset_seconds{environment=~"$environment"})',
    },
    {
      description: 'Above 0 ahead of the authority. Nothing is signed above a minute.',
      isSigned: true,
    },
  ),
  figure(
    'Silent',
    4,
    'short',
    {
      '{{environment}}': 'max by (environment) (fiscal_circuit_open{environment=~"$environment"})',
    },
    {
      description: 'Its circuit is open: sales are issued offline at once.',
      height: 5,
      colors: ['green', ['red', 1]],
      isYesOrNo: true,
    },
  ),
  figure(
    'Not believed',
    4,
    'short',
    {
      '{{environment}}':
        'max by (environment) (fiscal_efi_disbelieved{environment=~"$environment"})',
    },
    { height: 5, colors: ['green', ['red', 1]], isYesOrNo: true },
  ),
  figure(
    'Certificate not pinned',
    4,
    'short',
    {
      '{{environment}}':
        'max by (environment) (fiscal_efi_certificate_unpinned{environment=~"$environment"})',
    },
    { height: 5, colors: ['green', ['red', 1]], isYesOrNo: true },
  ),
  figure(
    'Receipt check silent',
    4,
    'short',
    {
      '{{environment}}':
        'max by (environment) (fiscal_receipt_check_silent{environment=~"$environment"})',
    },
    { height: 5, colors: ['green', ['red', 1]], isYesOrNo: true },
  ),
  figure(
    'Silent companies',
    4,
    'short',
    {
      '{{environment}}':
        'max by (environment) (fiscal_silent_companies{environment=~"$environment"})',
    },
    {
      description: 'Whose messages alone get no reply.',
      height: 5,
      colors: ['green', ['orange', 1]],
    },
  ),
  figure(
    'Days until a certificate ends',
    4,
    'none',
    {
      '{{environment}}':
        'min by (environment) (fiscal_certificate_days_left{environment=~"$environment"})',
      '{{environment}}: end in 30 days':
        'max by (environment) (fiscal_certificates_ending{environment=~"$environment"})',
    },
    {
      height: 5,
      colors: ['red', ['orange', 7], ['green', 30]],
      decimals: 0,
      overrides: [
        {
          matcher: { id: 'byRegexp', options: '/end in 30 days/' },
          properties: [
            {
              id: 'thresholds',
              value: {
                mode: 'absolute',
                steps: [
                  { color: 'green', value: null },
                  { color: 'orange', value: 1 },
                ],
              },
            },
          ],
        },
      ],
    },
  ),
  row('Backlog'),
  graph(
    'Offline by age',
    8,
    'short',
    {
      '{{older_than_hours}} h and older':
        'sum by (older_than_hours) (max by (environment, older_than_hours) (fiscal_offline_invoices{environment=~"$environment"}))',
    },
    { description: 'To be delivered within 48 hours.' },
  ),
  graph(
    'Open Failed by code',
    8,
    'short',
    {
      '{{code}}':
        'topk(8, sum by (code) (max by (environment, code) (fiscal_failed_invoices{environment=~"$environment"})))',
    },
    { description: 'Failed and not dismissed.' },
  ),
  graph('Sales that wait', 4, 'short', {
    sales: 'sum(max by (environment) (fiscal_sales_waiting{environment=~"$environment"}))',
  }),
  graph('The oldest of them', 4, 's', {
    age: 'max(fiscal_oldest_sale_seconds{environment=~"$environment"})',
  }),
  figure(
    'Suspended cash registers',
    6,
    'short',
    {
      '{{environment}}':
        'max by (environment) (fiscal_held_cash_registers{environment=~"$environment"})',
    },
    {
      description: 'They sell nothing until their last number is confirmed.',
      height: 4,
      colors: ['green', ['red', 1]],
    },
  ),
  figure(
    'Free numbers',
    6,
    'short',
    {
      '{{environment}}': 'max by (environment) (fiscal_free_numbers{environment=~"$environment"})',
    },
    {
      description: 'Below a number that is used: the next invoices take them.',
      height: 4,
      colors: ['blue'],
    },
  ),
  figure(
    'Database is where it is since',
    6,
    'dateTimeFromNow',
    { seen: 'max(fiscal_database_place_seen_timestamp_seconds) * 1000' },
    { description: 'When it was restored, moved or promoted last.', height: 4, colors: ['blue'] },
  ),
  figure(
    'Deadline alarms',
    6,
    'short',
    {
      '{{hours}} h':
        'sum by (hours) (increase(fiscal_deadline_alarms_total{environment=~"$environment"}[1d]))',
    },
    {
      description: 'In a day, by the hours for which an invoice was not delivered.',
      height: 4,
      colors: ['green', ['red', 1]],
      decimals: 0,
    },
  ),
  row('API'),
  graph('Calls by status', 8, 'reqps', {
    '{{status}}': 'sum by (status) (rate(fiscal_http_request_seconds_count[$__rate_interval]))',
  }),
  graph('Calls by endpoint', 8, 'reqps', {
    '{{method}} {{route}}':
      'topk(12, sum by (method, route) (rate(fiscal_http_request_seconds_count[$__rate_interval])))',
  }),
  graph(
    '99 % of calls take less than',
    8,
    's',
    {
      '{{method}} {{route}}':
        'topk(12, histogram_quantile(0.99, sum by (le, method, route) (rate(fiscal_http_request_seconds_bucket{}[$__rate_interval]))))',
    },
    { description: 'create-and-print waits for the outcome, and a PDF for its print.' },
  ),
  graph('Share of 5xx', 5, 'percentunit', {
    '5xx':
      'sum(rate(fiscal_server_errors_total[$__rate_interval])) / sum(rate(fiscal_http_request_seconds_count[$__rate_interval]))',
  }),
  graph(
    'Refused calls',
    6,
    'short',
    { '{{code}} {{caller}}': 'sum by (code, caller) (increase(fiscal_refused_calls_total[1h]))' },
    { description: 'In an hour.' },
  ),
  graph('Longest delay of the event loop', 6, 's', {
    '{{process}} {{instance}}':
      'histogram_quantile(0.99, sum by (le, process, instance) (rate(fiscal_event_loop_delay_seconds_bucket{}[$__rate_interval])))',
  }),
  figure('Live views', 2, 'short', { open: 'sum(fiscal_panel_streams)' }, { colors: ['blue'] }),
  figure(
    'Lost errors',
    2,
    'short',
    { 'in an hour': 'sum(increase(fiscal_unhandled_rejections_total[1h]))' },
    { colors: ['green', ['red', 1]], decimals: 0 },
  ),
  figure(
    'Lines not logged',
    3,
    'short',
    { '{{process}}': 'sum by (process) (increase(fiscal_log_failures_total[1h]))' },
    {
      description: 'In an hour: how often standard output did not take a line.',
      colors: ['green', ['red', 1]],
      decimals: 0,
    },
  ),
  row('Prints'),
  graph('Prints', 6, 'ops', {
    '{{outcome}}': 'sum by (outcome) (rate(fiscal_prints_total[$__rate_interval]))',
  }),
  graph('How long a print takes', 6, 's', {
    median:
      'histogram_quantile(0.5, sum by (le) (rate(fiscal_print_seconds_bucket{}[$__rate_interval])))',
    '95 %':
      'histogram_quantile(0.95, sum by (le) (rate(fiscal_print_seconds_bucket{}[$__rate_interval])))',
  }),
  graph(
    'Prints that wait',
    6,
    'short',
    { due: 'max(fiscal_prints_waiting)', 'failed three times': 'max(fiscal_failing_prints)' },
    { description: 'Every API shows the same rows, so the greatest is taken.' },
  ),
  graph('The oldest that waits', 6, 's', { age: 'max(fiscal_oldest_print_seconds)' }),
  row('Stores'),
  graph(
    'Connections to PostgreSQL',
    6,
    'short',
    { '{{process}} {{state}}': 'sum by (process, state) (fiscal_database_pool)' },
    { description: 'waiting: statements that wait for a connection.' },
  ),
  figure(
    'PostgreSQL up',
    3,
    'short',
    { PostgreSQL: 'max(fiscal_database_up)' },
    { colors: ['red', ['green', 1]], isYesOrNo: true },
  ),
  figure(
    'Listening',
    3,
    'short',
    { '{{carrier}}': 'min by (carrier) (fiscal_listening)' },
    {
      description: 'Whether changes are received. Without Redis PostgreSQL carries them.',
      colors: ['orange', ['green', 1]],
      isYesOrNo: true,
    },
  ),
  figure(
    'Rate limits not kept',
    3,
    'short',
    { 'in an hour': 'sum(increase(rate_limit_store_failures_total[1h]))' },
    { colors: ['green', ['orange', 1]], decimals: 0 },
  ),
  figure(
    'Months ahead',
    3,
    'short',
    { months: 'max(fiscal_months_ahead)' },
    {
      description: '12 while all is well.',
      isSigned: true,
      colors: ['red', ['orange', 2], ['green', 6]],
    },
  ),
  graph('Memory', 6, 'bytes', {
    '{{process}} {{instance}}':
      'sum by (process, instance) (process_resident_memory_bytes{job=~"fiscal-.*"})',
  }),
  graph('Disk that is left', 7, 'percentunit', {
    '{{instance}} {{mountpoint}}':
      'min by (instance, mountpoint) (node_filesystem_avail_bytes{fstype!~"tmpfs|ramfs|squashfs|overlay"} / node_filesystem_size_bytes)',
  }),
  graph(
    'Old prints and messages that leave',
    8,
    'short',
    { '{{kind}} {{outcome}}': 'sum by (kind, outcome) (increase(fiscal_objects_moved_total[1h]))' },
    { description: 'In an hour.' },
  ),
  figure(
    'Archive behind',
    3,
    's',
    {
      '{{environment}}':
        'max by (environment) (fiscal_archive_behind_seconds{environment=~"$environment"})',
    },
    {
      description: 'Since the end of the oldest day with sales that has no seal.',
      colors: ['green', ['orange', 86400], ['red', 129600]],
      decimals: 1,
    },
  ),
  figure(
    'What runs',
    6,
    'short',
    {
      '{{process}} {{version}} {{commit}}':
        'count by (process, version, commit) (fiscal_build_info)',
    },
    { colors: ['blue'] },
  ),
];

export function dashboard() {
  let [x, y] = [0, 0];
  const panels = PANELS.map(({ width, height, ...panel }, index) => {
    const gridPos = { x, y, w: width, h: height };
    x += width;
    if (x === COLUMNS) [x, y] = [0, y + height];
    return { id: index + 1, gridPos, ...panel };
  });
  const lines = panels.map((panel) => JSON.stringify(panel)).join(',\n');
  return `${JSON.stringify(HEAD).slice(0, -1)},"panels":[\n${lines}\n]}\n`;
}

function row(title) {
  return { type: 'row', title, width: COLUMNS, height: 1, collapsed: false, panels: [] };
}

/** A line over time. @param queries by the words of their legend. */
function graph(title, width, unit, queries, more) {
  return {
    ...panelOf('timeseries', title, width, queries, more),
    fieldConfig: {
      defaults: { ...fieldOf(unit, more), custom: { fillOpacity: 10, showPoints: 'never' } },
      overrides: [],
    },
    options: {
      legend: { displayMode: 'list', placement: 'bottom' },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
  };
}

/**
 * A figure as it is now.
 * @param more.colors the first one, then each with the value from which it holds.
 * @param more.isYesOrNo 0 is `no` in the first color, 1 `yes` in the second.
 */
function figure(title, width, unit, queries, more) {
  const { colors, isYesOrNo = false, decimals, overrides = [] } = more;
  const [first, ...others] = colors;
  const [, [second] = []] = colors;
  const options = { 0: { text: 'no', color: first }, 1: { text: 'yes', color: second } };
  return {
    ...panelOf('stat', title, width, queries, more),
    fieldConfig: {
      defaults: {
        ...fieldOf(unit, more),
        thresholds: thresholdsOf(first, others),
        ...(isYesOrNo && { mappings: [{ type: 'value', options }] }),
        ...(decimals !== undefined && { decimals }),
      },
      overrides,
    },
  };
}

function panelOf(type, title, width, queries, { description, height = 7 } = {}) {
  return {
    type,
    title,
    width,
    height,
    datasource: DATASOURCE,
    targets: Object.entries(queries).map(([legendFormat, expr], index) => ({
      refId: String.fromCodePoint(65 + index),
      expr,
      legendFormat,
      datasource: DATASOURCE,
    })),
    ...(description && { description }),
  };
}

function fieldOf(unit, { isSigned = false } = {}) {
  return isSigned ? { unit } : { unit, min: 0 };
}

function thresholdsOf(first, others) {
  const steps = others.map(([color, value]) => ({ color, value }));
  return { mode: 'absolute', steps: [{ color: first, value: null }, ...steps] };
}
