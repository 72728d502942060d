// Loaded before a process's own code (`--import`, with the faults in its query; see
// inject-faults.ts): wraps the functions of fault-points.ts while their modules are loaded. A
// function that does not exist, or that the process does not import, ends the process: a fault that
// cannot happen must not pass for one that did not.

import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { randomFrom } from '../random.ts';
import { FAULT_POINTS, GUARDS } from './fault-points.ts';
import type { AnyFunction, FaultPoint, Target, Wrap } from './fault-points.ts';
import { logLineOf } from './inject-faults.ts';
import type { InjectedFaults } from './inject-faults.ts';

const ROOT = new URL('../../../../', import.meta.url).href;
const MAIN = /\/apps\/(api|worker)\/(?:src|dist)\/main\.[jt]s$/;
const SIGNALS = { kill: 'SIGKILL', stop: 'SIGSTOP' } as const;
const POINTS: Readonly<Partial<Record<string, FaultPoint[]>>> = FAULT_POINTS;
/** Marks the module as it is, beside the one that wraps it. */
const ORIGINAL = '?original';

/** What takes the place of each target, the first one innermost. */
const wrapsOf = new Map<Target, Wrap[]>();
const wrapped = new Set<Target>();

function add(target: Target, wrap: Wrap): void {
  wrapsOf.set(target, [...(wrapsOf.get(target) ?? []), wrap]);
}

function chooseWraps(app: string, { points = {}, seed = 1, removedGuard }: InjectedFaults): void {
  const random = randomFrom(seed);
  for (const [name, { action, probability }] of Object.entries(points)) {
    const inject = () => {
      if (random.below(1_000_000) >= probability * 1_000_000) return;
      process.stderr.write(`${logLineOf(name, action)}\n`);
      process.kill(process.pid, SIGNALS[action]);
    };
    const known = POINTS[name];
    if (known === undefined) throw new Error(`there is no fault injection point ${name}`);
    for (const point of known) {
      if (point.app === app) add(point.target, (call) => injectAround(call, point, inject));
    }
  }
  if (removedGuard === undefined || app !== 'worker') return;
  for (const [target, wrap] of Object.entries<Wrap>(GUARDS[removedGuard]())) add(target, wrap);
}

function injectAround(
  call: AnyFunction,
  { when, of }: FaultPoint,
  inject: () => void,
): AnyFunction {
  return async (...args) => {
    if (when === 'before') inject();
    const result: unknown = await call(...args);
    if (when === 'after' && (of === undefined || of(result, args))) inject();
    return result;
  };
}

/**
 * @returns what takes the place of an export of the module, to which `prefix` (`file#`) belongs.
 */
export function wrapExport(prefix: string, name: string, original: unknown): unknown {
  const targets = [...wrapsOf.keys()].filter((target) => exportOf(target, prefix) === name);
  return targets.reduce((value, target) => {
    wrapped.add(target);
    const { called, method } = /(?<called>\(\))?(?:\.(?<method>\w+))?$/.exec(target)?.groups ?? {};
    const wrap = (call: unknown) => {
      if (typeof call !== 'function') throw new Error(`${target} is no function any more`);
      return (wrapsOf.get(target) ?? []).reduce((inner, each) => each(inner), call as AnyFunction);
    };
    if (called === undefined) return wrap(value);
    return (...args: unknown[]) => {
      const opened: unknown = (value as AnyFunction)(...args);
      if (method === undefined) return wrap(opened);
      return { ...(opened as object), [method]: wrap((opened as Record<string, unknown>)[method]) };
    };
  }, original);
}

/** The name of the export, where the target belongs to the module. */
function exportOf(target: Target, prefix: string): string | null {
  return target.startsWith(prefix) ? (/^\w+/.exec(target.slice(prefix.length))?.[0] ?? null) : null;
}

/** Called by the module of the process, which runs when all that it imports has been loaded. */
export function assertAllWrapped(): void {
  const missing = [...wrapsOf.keys()].filter((target) => !wrapped.has(target));
  if (missing.length > 0) throw new Error(`no fault can be injected at ${missing.join(', ')}`);
}

/** @param ofProcess URL of the module of the process, which main.ts imports. */
function hookModules(ofProcess: string): void {
  const self = JSON.stringify(import.meta.url);
  registerHooks({
    load(url, context, nextLoad) {
      if (url === ofProcess) {
        const loaded = nextLoad(url, context);
        const check = `import { assertAllWrapped } from ${self}; assertAllWrapped(); `;
        return {
          ...loaded,
          source: `${check}${Buffer.from(loaded.source as Uint8Array).toString()}`,
        };
      }
      const file = url.slice(ROOT.length).replace('/dist/', '/src/').replace(/\.js$/, '.ts');
      const prefix = `${file}#`;
      const names = new Set([...wrapsOf.keys()].flatMap((each) => exportOf(each, prefix) ?? []));
      if (names.size === 0) return nextLoad(url, context);
      const original = JSON.stringify(`${url}${ORIGINAL}`);
      const exports = [...names].map((name) => {
        const args = `${JSON.stringify(prefix)}, ${JSON.stringify(name)}, original.${name}`;
        return `export const ${name} = wrapExport(${args});`;
      });
      const source = `
        import * as original from ${original};
        import { wrapExport } from ${self};
        export * from ${original};
        ${exports.join('\n')}`;
      return { format: 'module', shortCircuit: true, source };
    },
  });
}

const main = process.argv[1] ?? '';
const app = MAIN.exec(main)?.[1];
// Processes that ours start inherit the variable, and are none of ours.
if (isMainThread && app !== undefined) {
  const faults = new URL(import.meta.url).searchParams.get('faults') ?? '{}';
  chooseWraps(app, JSON.parse(faults) as InjectedFaults);
  hookModules(pathToFileURL(main).href.replace(/main(?=\.[jt]s$)/, `${app}-process`));
}
