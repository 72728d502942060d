// The rules of `npm run check lint`. Those of typescript-eslint's strict and stylistic sets run in
// oxlint, with the types from its tsgolint; those that oxlint lacks are scripts/lint-rules.mjs.

import { defineConfig } from 'oxlint';

const LITERAL_SPREAD = {
  selector:
    ':matches(SpreadElement, JSXSpreadAttribute) > ObjectExpression, SpreadElement > ArrayExpression, SpreadElement > TSAsExpression > ArrayExpression',
  message: 'Write the properties or elements out: a literal that is spread says nothing.',
};
const VOID_OF_A_VALUE = {
  selector:
    'UnaryExpression[operator="void"] > :matches(Identifier, MemberExpression, Literal[value!=0])',
  message: '`void` discards what a call returns, nothing else.',
};
const EVERYWHERE = [LITERAL_SPREAD, VOID_OF_A_VALUE];
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
const ENVIRONMENT = {
  object: 'process',
  property: 'env',
  message: 'Read the environment in env.ts only.',
};
const CLOCK = { object: 'Date', property: 'now', message: 'Take the clock as an argument.' };
const RANDOMNESS = {
  object: 'Math',
  property: 'random',
  message: 'Take randomness as an argument.',
};

/** What needs no options of ours. The compiler itself refuses what the sets leave to it. */
const STRICT_AND_STYLISTIC = `
  adjacent-overload-signatures array-type await-thenable ban-tslint-comment
  class-literal-property-style consistent-generic-constructors consistent-indexed-object-style
  consistent-type-assertions no-array-delete no-base-to-string no-confusing-non-null-assertion
  no-deprecated no-duplicate-enum-values no-duplicate-type-constituents no-dynamic-delete
  no-empty-object-type no-explicit-any no-extra-non-null-assertion no-extraneous-class
  no-floating-promises no-for-in-array no-generated-empty-object-type no-implied-eval
  no-inferrable-types no-invalid-void-type no-meaningless-void-operator no-misused-new
  no-misused-spread no-mixed-enums no-namespace no-non-null-asserted-nullish-coalescing
  no-non-null-asserted-optional-chain no-non-null-assertion no-redundant-type-constituents
  no-require-imports no-this-alias no-unnecessary-boolean-literal-compare
  no-unnecessary-condition no-unnecessary-template-expression no-unnecessary-type-arguments
  no-unnecessary-type-assertion no-unnecessary-type-constraint no-unnecessary-type-conversion
  no-unnecessary-type-parameters no-unsafe-argument no-unsafe-assignment no-unsafe-call
  no-unsafe-declaration-merging no-unsafe-enum-assignment no-unsafe-enum-comparison
  no-unsafe-function-type no-unsafe-member-access no-unsafe-return no-unsafe-unary-minus
  no-useless-default-assignment no-wrapper-object-types non-nullable-type-assertion-style
  only-throw-error prefer-as-const prefer-find prefer-for-of prefer-function-type
  prefer-includes prefer-literal-enum-member prefer-namespace-keyword prefer-nullish-coalescing
  prefer-optional-chain prefer-promise-reject-errors prefer-reduce-type-parameter
  prefer-regexp-exec prefer-return-this-type prefer-string-starts-ends-with
  related-getter-setter-pairs require-await triple-slash-reference unbound-method
  unified-signatures use-unknown-in-catch-callback-variable
`;

export default defineConfig({
  plugins: ['typescript'],
  jsPlugins: ['./scripts/lint-rules.mjs'],
  categories: { correctness: 'off' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['**/dist/', '**/generated/', '.run/', 'prisma.config.ts'],
  rules: {
    'ours/comment-length': 'error',
    'ours/no-restricted-syntax': ['error', ...EVERYWHERE],
  },
  overrides: [
    {
      files: ['{apps,packages}/*/src/**/*.{ts,tsx}'],
      excludeFiles: ['**/*.test.ts', '**/testing/**'],
      rules: { 'ours/no-restricted-syntax': ['error', ...EVERYWHERE, KIND_BY_NAME] },
    },
    {
      // Those two speak to a session themselves, and the testbed is no product.
      files: ['{apps,packages}/*/src/**/*.ts'],
      excludeFiles: [
        '**/*.test.ts',
        '**/testing/**',
        'packages/testbed/**',
        'packages/db/src/{connection,migration}/**',
      ],
      rules: { 'ours/no-restricted-syntax': ['error', ...EVERYWHERE, KIND_BY_NAME, OTHER_SQL] },
    },
    {
      files: ['**/*.ts', '**/*.tsx'],
      rules: {
        ...Object.fromEntries(
          STRICT_AND_STYLISTIC.trim()
            .split(/\s+/)
            .map((name) => [`typescript/${name}`, 'error']),
        ),
        'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
        'typescript/consistent-type-definitions': ['error', 'interface'],
        'typescript/dot-notation': 'error',
        'typescript/no-confusing-void-expression': [
          'error',
          { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
        ],
        'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
        'typescript/restrict-plus-operands': [
          'error',
          {
            allowAny: false,
            allowBoolean: false,
            allowNullish: false,
            allowNumberAndString: false,
            allowRegExp: false,
          },
        ],
        'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
        'typescript/switch-exhaustiveness-check': [
          'error',
          { considerDefaultExhaustiveForUnions: true },
        ],
        'no-array-constructor': 'error',
        'no-console': 'error',
        'no-empty-function': 'error',
        'no-unused-expressions': 'error',
        // Without an option oxlint allows what begins with "_".
        'no-unused-vars': ['error', { args: 'after-used' }],
        'no-useless-constructor': 'error',
        'no-var': 'error',
        'prefer-const': 'error',
        'prefer-rest-params': 'error',
        'prefer-spread': 'error',
        eqeqeq: 'error',
      },
    },
    {
      // Configuration is read once, in env.ts.
      files: ['**/*.ts', '**/*.tsx'],
      excludeFiles: ['**/env.ts', '**/*.test.ts', 'e2e/**', 'packages/testbed/**'],
      rules: { 'no-restricted-properties': ['error', ENVIRONMENT] },
    },
    {
      // Clock, ids and randomness come into the domain and the protocol as arguments.
      files: ['packages/domain/src/**/*.ts', 'packages/efi/src/**/*.ts'],
      excludeFiles: ['**/*.test.ts'],
      rules: { 'no-restricted-properties': ['error', ENVIRONMENT, CLOCK, RANDOMNESS] },
    },
    {
      // What stores without a row in the audit log is for tests, the bench and the testbed.
      files: ['apps/*/src/**/*.ts', 'packages/*/src/**/*.ts'],
      excludeFiles: ['**/*.test.ts', '**/testing/**', 'packages/testbed/**'],
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
        'typescript/no-non-null-assertion': 'off',
        // The bodies of HTTP answers are what a test is about; it asserts on them, typed or not.
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-return': 'off',
        'typescript/restrict-plus-operands': 'off',
      },
    },
  ],
});
