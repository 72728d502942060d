// The examples of README.md and docs/ as a reader would use them: each curl block is run by a shell
// against a running service and its answer compared with the JSON block below it; the TypeScript
// blocks of a page are compiled and run as one program.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from '@jest/globals';
import { testWith } from './external-programs.ts';
import { startService } from './running-service.ts';
import type { Body } from './running-service.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const programs = join(root, 'e2e/.run');
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'));

/** A fenced block, or a comment that says what the authority does from here on. */
type Step =
  | { kind: 'authority'; does: string }
  | { kind: 'curl' | 'ts'; code: string }
  | { kind: 'json'; answer: Body; isShortened: boolean };

function stepsOf(page: string): Step[] {
  const text = readFileSync(join(root, page), 'utf8');
  const steps: Step[] = [];
  let end = 0;
  for (const match of text.matchAll(/<!-- (the authority .*?) -->|^```(\w+)\n(.*?)^```$/gms)) {
    const [all, does, language, code = ''] = match;
    const before = text.slice(end, match.index);
    end = match.index + all.length;
    if (does !== undefined) steps.push({ kind: 'authority', does });
    else if (language === 'sh' && code.includes('curl ')) steps.push({ kind: 'curl', code });
    else if (language === 'ts') steps.push({ kind: 'ts', code });
    else if (language === 'json') {
      const answer = JSON.parse(code) as Body;
      steps.push({ kind: 'json', answer, isShortened: before.includes('shortened') });
    }
  }
  return steps;
}

/** The same answer for every run: what a run makes up is replaced by its kind. */
function withoutChance(answer: Body): Body {
  const text = JSON.stringify(answer)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')
    .replaceAll(/\b[0-9A-F]{32}\b/g, '<iic>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?(Z|[+-]\d\d:\d\d)/g, '<time>')
    .replaceAll(/\b[a-z]{2}\d{3}[a-z]{2}\d{3}\b/g, '<code>')
    .replaceAll(/<code>\/\d+\/\d{4}\/<code>/g, '<number>')
    .replaceAll(/"orderNumber":[1-9]\d*/g, '"orderNumber":"<ordinal>"')
    .replaceAll(/\b(tin|ord)=\d+/g, '$1=<digits>');
  return JSON.parse(text) as Body;
}

const service = await startService({ prints: true, environment: { DELIVERY_AFTER_MS: '300' } });
const folder = mkdtempSync(join(tmpdir(), 'fiscal-docs-'));
afterAll(() => {
  for (const made of [folder, programs]) rmSync(made, { recursive: true, force: true });
});

/**
 * `<!-- the authority is silent -->`, `<!-- the authority refuses the invoice with code 53: … -->`
 */
async function letAuthority(does: string): Promise<void> {
  const [, code, message] = /with code (\d+): (.+)$/.exec(does) ?? [];
  const behaviour =
    code === undefined ? { type: 'drop' } : { type: 'fault', code: Number(code), message };
  await service.script(behaviour);
}

/** The pages say what the three variables are: they belong to the last invoice. */
function variablesOf(answer: Body, before: Record<string, string>): Record<string, string> {
  const invoice = (answer.invoices?.[0] ?? answer) as Body;
  const id = answer.invoiceId ?? invoice.id;
  const isOriginal = invoice.type === 'Invoice' && invoice.status === 'Fiscalized';
  return {
    ...before,
    ...(id ? { ID: String(id) } : {}),
    ...(isOriginal ? { IIC: invoice.iic, ISSUED_AT: invoice.fiscalizedAt } : {}),
  };
}

async function runCurl(code: string, variables: Record<string, string>): Promise<string> {
  const { apiUrl, demo } = service.stack;
  const command = code.replace('http://127.0.0.1:3000', apiUrl).replace('key_test_…', demo.testKey);
  const env = { ...process.env, FISCAL_URL: apiUrl, FISCAL_KEY: demo.testKey, ...variables };
  const { stdout } = await run('bash', ['-euc', command], { env, cwd: folder });
  return stdout;
}

describe.each(pages.map((page) => ({ page, steps: stepsOf(page) })))('$page', ({ steps, page }) => {
  const commands = steps.filter(({ kind }) => kind !== 'ts');
  if (commands.length > 0) {
    testWith('bash', 'curl')('its commands answer what it shows', async () => {
      let variables: Record<string, string> = {};
      let last: Body = {};
      for (const [index, step] of commands.entries()) {
        if (step.kind === 'authority') await letAuthority(step.does);
        if (step.kind === 'curl') {
          const next = commands[index + 1];
          const call = () => runCurl(step.code, variables);
          // What is shown as Pending is read before the worker can have ended it.
          const isPending = next?.kind === 'json' && next.answer.status === 'Pending';
          const output = await (isPending ? service.whileWorkerRests(call) : call());
          const [, saved] = / -o (\S+)/.exec(step.code) ?? [];
          if (saved) expect(readFileSync(join(folder, saved), 'latin1')).toMatch(/^%PDF-/);
          last = output === '' ? {} : (JSON.parse(output) as Body);
          variables = variablesOf(last, variables);
        }
        if (step.kind === 'json') {
          const shown = withoutChance(step.answer);
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

  const program = steps.flatMap((step) => (step.kind === 'ts' ? [step.code] : [])).join('\n');
  if (program !== '') {
    test('its program compiles, issues the invoice once and takes it back', async () => {
      // Inside the workspace, so that the client is found by its name as in a shop's own project.
      const file = join(programs, `${page.replaceAll(/\W/g, '-')}.ts`);
      mkdirSync(programs, { recursive: true });
      writeFileSync(file, program);
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024'];
      const types = ['--types', 'node', '--customConditions', 'source', '--skipLibCheck'];
      const more = ['--allowImportingTsExtensions', '--ignoreConfig'];
      const compiler = join(root, 'node_modules/typescript/bin/tsc');
      const compiled = run(process.execPath, [compiler, ...options, ...types, ...more, file]);
      await expect(compiled.catch((error: unknown) => (error as Body).stdout)).resolves.toEqual({
        stdout: '',
        stderr: '',
      });
      const env = {
        ...process.env,
        FISCAL_URL: service.stack.apiUrl,
        FISCAL_KEY: service.stack.demo.testKey,
      };
      await run(process.execPath, ['--conditions=source', file], { env });
      const { body } = await service.get('/api/invoices?note=Order%201021');
      expect(body.invoices).toMatchObject([{ status: 'Fiscalized', correctives: [{}] }]);
    });
  }
});

test('the pages have examples at all', () => {
  const kinds = pages.flatMap((page) => stepsOf(page).map(({ kind }) => kind));
  expect(new Set(kinds)).toEqual(new Set(['authority', 'curl', 'json', 'ts']));
  expect(kinds.length).toBeGreaterThan(30);
});
