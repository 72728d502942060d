// The examples of README.md and docs/ as a reader would use them: the curl blocks of a page are run
// by one shell against a running service, each response compared with the JSON block below it; the
// TypeScript blocks of a page are compiled and run, each as the file that its first line names,
// with the client that the page packs.

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from '@jest/globals';
import { VERIFICATION_PAGES } from '@fiscal/domain';
import { eventually } from '@fiscal/testbed';
import { testWith } from '../processes/external-programs.ts';
import { startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { examplesOf, fileNameOf, root } from './page-examples.ts';

const run = promisify(execFile);
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'));

type Step =
  | { kind: 'shell' | 'npm' | 'ts'; code: string }
  | { kind: 'json'; response: Body; isShortened: boolean };

function stepsOf(page: string): Step[] {
  return examplesOf(page).flatMap(({ language, code, before }): Step[] => {
    if (language === 'sh' && /curl |FISCAL_URL=/.test(code)) return [{ kind: 'shell', code }];
    if (language === 'sh' && code.includes('npm pack ')) return [{ kind: 'npm', code }];
    if (language === 'ts') return [{ kind: 'ts', code }];
    if (language !== 'json') return [];
    const response = JSON.parse(code) as Body;
    return [{ kind: 'json', response, isShortened: before.includes('shortened') }];
  });
}

/** The same response for every run: what a run makes up is replaced by its kind. */
function withoutChance(response: Body): Body {
  const text = JSON.stringify(response)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')
    .replaceAll(/\b[0-9A-F]{32}\b/g, '<iic>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?(Z|[+-]\d\d:\d\d)/g, '<time>')
    .replaceAll(/"date":"\d{4}-\d\d-\d\d"/g, '"date":"<day>"')
    .replaceAll(/\b[a-z]{2}\d{3}[a-z]{2}\d{3}\b/g, '<code>')
    .replaceAll(/<code>\/\d+\/\d{4}\/<code>/g, '<number>')
    .replaceAll(/"orderNumber":[1-9]\d*/g, '"orderNumber":"<ordinal>"')
    .replaceAll(/\b(tin|ord)=\d+/g, '$1=<digits>');
  return JSON.parse(text) as Body;
}

const service = await startService({
  prints: true,
  environment: { DELIVERY_AFTER_MS: '300' },
  // The guide shows a record of the authority's test service.
  efi: { EFI_VERIFY_TEST_URL: VERIFICATION_PAGES.test },
});
/** What a till of a page sells: a line of its input. */
const ITEMS = '[{"name":"Espreso","unitPrice":1.8,"quantity":2,"vat":{"rate":21}}]\n';
const folder = mkdtempSync(join(tmpdir(), 'fiscal-docs-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What one block has set is there for the next one, as in one shell. */
async function runBlock(code: string): Promise<string> {
  const { apiUrl, simulatorUrl, demo } = service.stack;
  const block = code
    .replace('http://127.0.0.1:3000', apiUrl)
    .replace('http://127.0.0.1:4010', simulatorUrl)
    .replace('key_test_…', demo.testKey)
    .replace('/path/of/the/service', root);
  const state = join(folder, 'state.sh');
  const script = `set -eua\n[ ! -e ${state} ] || . ${state}\n${block}\n{ export -p; declare -f; } > ${state}`;
  const { stdout } = await run('bash', ['-c', script], { cwd: folder });
  return stdout;
}

describe.each(pages.map((page) => ({ page, steps: stepsOf(page) })))('$page', ({ steps }) => {
  const commands = steps.filter(({ kind }) => kind === 'shell' || kind === 'json');
  if (commands.length > 0) {
    testWith('bash', 'curl')('its commands return what it shows', async () => {
      let last: Body = {};
      for (const [index, step] of commands.entries()) {
        if (step.kind === 'shell') {
          const next = commands[index + 1];
          const call = () => runBlock(step.code);
          // What is shown as Pending is read before the worker can have ended it.
          const isPending = next?.kind === 'json' && next.response.status === 'Pending';
          const output = await (isPending ? service.whileWorkerRests(call) : call());
          const [, saved] = / -o (\S+\.pdf)/.exec(step.code) ?? [];
          if (saved) expect(readFileSync(join(folder, saved), 'latin1')).toMatch(/^%PDF-/);
          last = output === '' ? {} : (JSON.parse(output) as Body);
        }
        if (step.kind === 'json') {
          const shown = withoutChance(step.response);
          if (step.isShortened) expect(withoutChance(last)).toMatchObject(shown);
          else expect(withoutChance(last)).toEqual(shown);
        }
      }
      // Whatever a page shows, it shows no sale that comes to nothing.
      const { body } = (await service.get('/api/invoices?limit=200')) as { body: Body };
      const invoices = body.invoices as Body[];
      expect(invoices.map(({ status }) => status as string)).not.toContain('Failed');
    });
  }

  const programs = steps.flatMap((step) => (step.kind === 'ts' ? [step.code] : []));
  if (programs.length > 0) {
    const packing = steps.flatMap((step) => (step.kind === 'npm' ? [step.code] : [])).join('\n');
    testWith('bash')('its programs compile and sell', async () => {
      // A shop's own project, with nothing of the workspace around it.
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      await runBlock(packing.replaceAll('npm install', 'npm install --offline --no-audit'));
      const files = programs.map(fileNameOf);
      programs.forEach((program, index) => writeFileSync(join(folder, files[index]!), program));
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024'];
      const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
      const compiler = join(root, 'node_modules/typescript/bin/tsc');
      const args = [compiler, ...options, ...types, '--ignoreConfig', ...files];
      const compiled = run(process.execPath, args, { cwd: folder });
      await expect(compiled.catch((error: unknown) => (error as Body).stdout)).resolves.toEqual({
        stdout: '',
        stderr: '',
      });
      const env = {
        ...process.env,
        FISCAL_URL: service.stack.apiUrl,
        FISCAL_KEY: service.stack.demo.testKey,
      };
      const start = (file: string) => run(process.execPath, [file], { cwd: folder, env });
      const follower = start('events.ts');
      const ended = follower.catch((error: unknown) => error);
      let events = '';
      follower.child.stdout!.on('data', (text: string) => (events += text));
      try {
        await eventually(() => existsSync(join(folder, 'cursor')), Boolean);
        for (const file of files.filter((each) => each !== 'events.ts')) {
          const program = start(file);
          program.child.stdin!.end(ITEMS);
          const { stderr } = await program;
          expect([file, stderr]).toEqual([file, '']);
        }
        await eventually(
          () => events,
          (text) => /^invoice.fiscalized W-1021 Fiscalized$/m.test(text),
        );
      } finally {
        // It follows without end.
        follower.child.kill();
        expect(await ended).toMatchObject({ killed: true, stderr: '' });
      }
      const { body } = await service.get('/api/invoices?note=Order%201021');
      expect(body.invoices).toMatchObject([{ status: 'Fiscalized', correctives: [{}] }]);
      const [sold, ...others] = readdirSync(join(folder, 'sold'));
      expect(others).toEqual([]);
      const record = JSON.parse(readFileSync(join(folder, 'sold', sold!), 'utf8')) as Body;
      expect(record).toMatchObject({ status: 'Fiscalized', externalId: sold!.slice(0, -5) });
    });
  }
});

test('the pages have examples at all', () => {
  const kinds = pages.flatMap((page) => stepsOf(page).map(({ kind }) => kind));
  expect(new Set(kinds)).toEqual(new Set(['shell', 'json', 'npm', 'ts']));
  expect(kinds.length).toBeGreaterThan(30);
});
