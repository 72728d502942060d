import { execFileSync } from 'node:child_process';
import { test } from '@jest/globals';

// A process of its own, because the compiler in it is no guest for Jest's module registry.
test('the types are those of the document: else run the script "generate"', () => {
  const script = new URL('../scripts/generate-types.mjs', import.meta.url).pathname;
  execFileSync(process.execPath, ['--conditions=source', script, '--check'], { stdio: 'pipe' });
});
