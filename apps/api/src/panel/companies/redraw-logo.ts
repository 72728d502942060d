// An uploaded picture is never kept as it came: a process that can be ended opens it and draws it
// anew, at most 2 000 pixels long. What it costs is bounded: time, memory, one picture at a time
// for a company and two in all.

import type { WorkLimits } from '@fiscal/runtime';
import { shareByCompany } from '../../http/company-slots.ts';
import { runUploadProcess } from '../upload-process.ts';
import { logoUri, MOST_LOGO_BYTES, readLogo } from './logo.ts';
import type { Logo } from './logo.ts';

/** What became of a picture. */
export type Redrawn =
  | { kind: 'redrawn'; uri: string }
  | { kind: 'unreadable'; why: string }
  /** Another picture is being read; nothing was done. */
  | { kind: 'busy' };

/**
 * A picture of 25 million pixels takes some two seconds of a core; a loaded machine has its time.
 */
const LIMITS: WorkLimits = {
  timeoutMs: 60_000,
  memoryBytes: 512 * 1_048_576,
  outputBytes: MOST_LOGO_BYTES,
};

const redraws = shareByCompany({ atOnce: 2, ofCompany: 1, waiting: 16 });

const USED_UP = {
  time: 'it takes too long to be opened',
  memory: 'it takes too much memory to be opened',
  output: 'it is too large',
};

/**
 * Draws a logo anew.
 * @param uri of a picture that `readLogo` takes.
 * @param owner the company, or who creates one: has one picture under way at a time.
 * @throws Error where the process can not be started or breaks.
 */
export async function redrawLogo(uri: string, owner: string, limits = LIMITS): Promise<Redrawn> {
  const logo = readLogo(uri);
  if (!logo) return { kind: 'unreadable', why: 'it is no PNG, JPEG or WebP picture' };
  return (await redraws.run(owner, () => redrawInProcess(logo, limits))) ?? { kind: 'busy' };
}

async function redrawInProcess({ kind, bytes }: Logo, limits: WorkLimits): Promise<Redrawn> {
  const outcome = await runUploadProcess({
    from: import.meta.url,
    entry: './redraw-process',
    input: bytes,
    limits,
  });
  switch (outcome.kind) {
    case 'done':
      return { kind: 'redrawn', uri: logoUri({ kind, bytes: outcome.output }) };
    case 'refused':
      return { kind: 'unreadable', why: outcome.words.split('\n', 1).join('').slice(0, 200) };
    case 'used-up':
      return { kind: 'unreadable', why: USED_UP[outcome.what] };
  }
}
