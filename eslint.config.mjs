import tseslint from 'typescript-eslint';

const LITERAL_SPREAD = {
  selector:
    ':matches(SpreadElement, JSXSpreadAttribute) > ObjectExpression, SpreadElement > ArrayExpression, SpreadElement > TSAsExpression > ArrayExpression',
  message: 'Write the properties or elements out: a literal that is spread says nothing.',
};
const KIND_BY_NAME = {
  selector: 'BinaryExpression[operator=/^[!=]==$/] > Literal[value=/^(Corrective|Advance)$/]',
  message:
    'What a rule needs to know of a kind of document is a property of its row in DOCUMENT_KINDS.',
};
const OTHER_SQL = {
  selector:
    'CallExpression[callee.property.name=/^(query|[$](query|execute)Raw(Unsafe)?)$/], TaggedTemplateExpression[tag.property.name=/^([$](query|execute)Raw|sql)$/]',
  message: 'SQL is a `statement` (packages/db/src/connection/statement.ts), or Prisma’s.',
};

export default tseslint.config(
  { ignores: ['**/dist/', '**/generated/', '.run/', '**/node_modules/', 'prisma.config.ts'] },
  {
    rules: {
      'max-len': ['error', { code: 10_000, comments: 100, ignoreUrls: true }],
      'no-restricted-syntax': ['error', LITERAL_SPREAD],
    },
  },
  {
    files: ['{apps,packages}/*/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.ts', '**/testing/**'],
    rules: { 'no-restricted-syntax': ['error', LITERAL_SPREAD, KIND_BY_NAME] },
  },
  {
    // Those two speak to a session themselves, and the testbed is no product.
    files: ['{apps,packages}/*/src/**/*.ts'],
    ignores: [
      '**/*.test.ts',
      '**/testing/**',
      'packages/testbed/**',
      'packages/db/src/{connection,migration}/**',
    ],
    rules: { 'no-restricted-syntax': ['error', LITERAL_SPREAD, KIND_BY_NAME, OTHER_SQL] },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // A promise that nobody awaits hides its error.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    // Clock, ids and randomness come into the domain and the protocol as arguments.
    files: ['packages/domain/src/**/*.ts', 'packages/efi/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Take the clock as an argument.' },
        { object: 'Math', property: 'random', message: 'Take randomness as an argument.' },
      ],
    },
  },
  {
    // Configuration is read once, in env.ts.
    files: ['**/*.ts', '**/*.tsx'],
    ignores: ['**/env.ts', '**/*.test.ts', 'e2e/**', 'packages/testbed/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read the environment in env.ts only.' },
      ],
    },
  },
  {
    // What stores without a row in the audit log is for tests, the bench and the testbed.
    files: ['apps/*/src/**/*.ts', 'packages/*/src/**/*.ts'],
    ignores: ['**/*.test.ts', '**/testing/**', 'packages/testbed/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { name: '@fiscal/db/testing', message: 'Use the audited functions of @fiscal/db.' },
      ],
    },
  },
  {
    files: ['**/*.test.ts', 'e2e/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      // The bodies of HTTP answers are what a test is about; it asserts on them, typed or not.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/restrict-plus-operands': 'off',
    },
  },
);
