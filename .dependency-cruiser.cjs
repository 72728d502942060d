// The arrows of the project: who may import whom. ARCHITECTURE.md draws them;
// scripts/check-arrows.mjs runs this, looks for cycles of folders besides, and fails when too few
// modules were seen.

const room = (name) => `^${name}/src/`;
const tests = '\\.test\\.ts$|/testing/';
const rooms = '^(apps|packages)/[^/]+/src/';
const SEEDS = '^packages/db/src/testing/seed/index\\.ts$';
const npm = (name) => `node_modules/${name}/`;

/** Only `allowed` rooms of ours may be imported from `from`. */
const mayImport = (name, from, ...allowed) => ({
  name,
  comment: `${from} may import ${allowed.join(', ') || 'nothing of ours'}.`,
  severity: 'error',
  from: { path: room(from), pathNot: tests },
  to: { path: rooms, pathNot: [from, ...allowed].map(room) },
});

/** The npm package may be imported from `places` only. */
const only = (name, packages, places) => ({
  name,
  comment: `${packages.join(', ')} only in ${places.join(', ')}.`,
  severity: 'error',
  from: { path: '^(apps|packages)/', pathNot: [...places, tests] },
  to: { path: packages.map(npm) },
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two modules that need each other are one module, or a third is missing.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'api-folders-do-not-know-the-root',
      comment: 'What assembles the process knows its folders: each of them is read without it.',
      severity: 'error',
      from: { path: '^apps/api/src/[^/]+/', pathNot: tests },
      to: { path: '^apps/api/src/[^/]+$' },
    },
    {
      name: 'no-unresolved',
      comment: 'An import that leads nowhere would be seen by no other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    mayImport('domain-stands-alone', 'packages/domain'),
    mayImport('queue-stands-alone', 'packages/queue'),
    mayImport('runtime-stands-alone', 'packages/runtime'),
    mayImport('objects-know-a-runtime', 'packages/objects', 'packages/runtime'),
    mayImport(
      'db-knows-the-domain',
      'packages/db',
      'packages/domain',
      'packages/objects',
      'packages/runtime',
    ),
    {
      name: 'db-takes-little-from-the-runtime',
      comment:
        'The commands of db ask for their Node, read their secrets, and tell why they may not connect, as ' +
        'every process does.',
      severity: 'error',
      from: { path: room('packages/db'), pathNot: tests },
      to: {
        path: '^packages/runtime/',
        pathNot: '^packages/runtime/src/(node-version|secret-files|refused-connection)\\.ts$',
      },
    },
    mayImport('efi-knows-the-domain', 'packages/efi', 'packages/domain'),
    mayImport('simulator-shares-no-code', 'apps/efi-simulator', 'packages/runtime'),
    mayImport(
      'api-arrows',
      'apps/api',
      'packages/domain',
      'packages/db',
      'packages/efi',
      'packages/objects',
      'packages/queue',
      'packages/runtime',
    ),
    mayImport(
      'worker-arrows',
      'apps/worker',
      'packages/domain',
      'packages/db',
      'packages/efi',
      'packages/objects',
      'packages/queue',
      'packages/runtime',
    ),
    mayImport(
      'archive-arrows',
      'apps/archive',
      'packages/domain',
      'packages/db',
      'packages/objects',
      'packages/runtime',
    ),
    mayImport('admin-talks-http', 'apps/admin', 'packages/client'),
    {
      name: 'admin-takes-types-only',
      comment: 'The panel calls the API as a browser does; of the client it takes the types.',
      severity: 'error',
      from: { path: room('apps/admin') },
      to: { path: room('packages/client'), dependencyTypesNot: ['type-only'] },
    },
    only(
      'react-only-in-the-panel',
      ['react', 'react-dom', 'react-router', '@mantine/[^/]+', '@tanstack/[^/]+'],
      [room('apps/admin')],
    ),
    mayImport('client-talks-http', 'packages/client'),
    {
      name: 'nothing-shipped-imports-the-testbed',
      comment: 'The testbed may start anything; nothing that is shipped knows it.',
      severity: 'error',
      from: { path: rooms, pathNot: [room('packages/testbed'), tests] },
      to: { path: '^packages/testbed/' },
    },
    {
      name: 'nothing-shipped-imports-tests',
      comment: 'What only tests need is not shipped; the seeds of db write no audit row besides.',
      severity: 'error',
      from: { path: rooms, pathNot: tests },
      to: {
        path: `^(e2e|bench|scripts)/|${tests}`,
        pathNot: ['^scripts/bootstrap/', SEEDS],
      },
    },
    {
      name: 'nothing-shipped-stores-unaudited',
      comment: 'Only tests, the bench and the testbed store without a row in the audit log.',
      severity: 'error',
      from: { path: rooms, pathNot: [room('packages/testbed'), tests] },
      to: { path: SEEDS },
    },
    {
      name: 'bootstrap-only-for-the-testbed',
      comment: 'The bootstrap’s terminal and process search are shared with the testbed alone.',
      severity: 'error',
      from: { path: rooms, pathNot: room('packages/testbed') },
      to: { path: '^scripts/' },
    },
    {
      name: 'through-the-front-door',
      comment: 'A room is imported by its name, which leads to its front door.',
      severity: 'error',
      from: { path: '^(apps|packages)/([^/]+)/src/', pathNot: tests },
      to: {
        path: rooms,
        pathNot: [
          '^$1/$2/src/',
          '^packages/[^/]+/src/index\\.ts$',
          '^packages/db/src/[^/]+/index\\.ts$',
          SEEDS,
          '^packages/objects/src/object-store-env\\.ts$',
          '^packages/queue/src/(waker|listener)\\.ts$',
          '^packages/client/src/generated/api\\.ts$',
          '^packages/runtime/src/(process-input|node-version|secret-files|refused-connection|mail/index)\\.ts$',
          '^packages/efi/src/(message-size|uploaded-certificate)\\.ts$',
        ],
      },
    },
    {
      name: 'api-only-wakes',
      comment: 'The API wakes workers and is never woken.',
      severity: 'error',
      from: { path: room('apps/api') },
      to: { path: '^packages/queue/src/listener\\.ts$' },
    },
    {
      name: 'api-uses-efi-only-for-certificates-and-sizes',
      comment: 'The API asks efi about an uploaded certificate and how large a message gets.',
      severity: 'error',
      from: { path: room('apps/api'), pathNot: tests },
      to: {
        path: '^packages/efi/',
        pathNot: '^packages/efi/src/(message-size|uploaded-certificate)\\.ts$',
      },
    },
    {
      name: 'only-the-upload-opens-certificates',
      comment: 'A private key is seen by the routes of certificates alone, until it is sealed.',
      severity: 'error',
      from: { path: room('apps/api'), pathNot: ['^apps/api/src/panel/certificates/', tests] },
      to: { path: '^packages/efi/', pathNot: '^packages/efi/src/message-size\\.ts$' },
    },
    {
      name: 'message-size-is-pure',
      comment: 'What the API measures a message with does no I/O, holds no key and reads no XML.',
      severity: 'error',
      from: { path: '^packages/efi/src/message-size\\.ts$' },
      to: {
        path: '^(node:)?(crypto|fs|http|https|http2|net|tls|worker_threads)$|(libxml2|node-forge)',
        reachable: true,
      },
    },
    {
      name: 'domain-is-pure',
      comment: 'The domain imports no node: module and no npm package but the decimal library.',
      severity: 'error',
      from: { path: room('packages/domain'), pathNot: tests },
      to: {
        dependencyTypesNot: ['local', 'type-only'],
        pathNot: [room('packages/domain'), npm('big\\.js'), npm('@types/big\\.js')],
      },
    },
    {
      name: 'sockets-of-efi-only-in-transport',
      comment: 'In efi one file opens sockets.',
      severity: 'error',
      from: { path: room('packages/efi'), pathNot: ['/transport\\.ts$', tests] },
      to: { path: '^(node:)?(http|https|http2|net|tls|dgram|dns|undici)(/|$)' },
    },
    only('mail-only-where-it-is-sent', ['nodemailer'], ['^packages/runtime/src/mail/']),
    only('bullmq-only-in-the-queue', ['bullmq'], [room('packages/queue')]),
    only('aws4fetch-only-in-objects', ['aws4fetch'], [room('packages/objects')]),
    only(
      'tracing-only-in-the-runtime',
      ['@opentelemetry/[^/]+'],
      ['^packages/runtime/src/tracing/'],
    ),
    only(
      'prisma-client-only-in-db',
      ['@prisma/client', '@prisma/adapter-pg', '@prisma/client-runtime-utils'],
      [room('packages/db')],
    ),
    {
      name: 'generated-client-only-in-db',
      comment: 'The generated client is the business of db alone.',
      severity: 'error',
      from: { pathNot: room('packages/db') },
      to: { path: '^packages/db/src/generated/' },
    },
    only('puppeteer-only-where-it-prints', ['puppeteer(-core)?'], ['^apps/worker/src/pdf/']),
  ],
  options: {
    doNotFollow: { path: ['node_modules'] },
    exclude: { path: ['^(apps|packages)/[^/]+/dist/', '^packages/db/src/generated/internal'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      // "source": our own packages are seen as their sources, not as what was built of them.
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.mts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.node'],
    },
  },
};
