// A process for the tests of bounded work: does what its input says.

import { pbkdf2Sync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { env } from 'node:process';
import { processInput } from '../process-input.ts';

const WORK: Readonly<Record<string, (argument: string) => string>> = {
  echo: (argument) => argument,
  environment: () => JSON.stringify(env),
  /**
   * Hours inside of OpenSSL, where no JavaScript can be interrupted; first it says that it begins.
   */
  native(path) {
    writeFileSync(path, String(process.pid));
    return pbkdf2Sync('password', 'salt', 2 ** 31 - 1, 64, 'sha512').toString('hex');
  },
  heap() {
    const held: number[][] = [];
    for (;;) held.push(Array.from({ length: 100_000 }, (_, index) => index + 0.5));
  },
  native_memory() {
    const held: Buffer[] = [];
    for (;;) held.push(Buffer.alloc(16 * 1_048_576, 1));
  },
  throw(argument) {
    throw new Error(argument);
  },
  exit: (argument) => process.exit(Number(argument)),
};

await processInput((input) => {
  const [name = '', argument = ''] = input.toString().split(' ');
  return Buffer.from(WORK[name]?.(argument) ?? '');
});
