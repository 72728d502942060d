// The command `doctor` of a process: reads its configuration as the process does, makes every
// check, and ends with 0 where all is well, else with 1.

import type { z } from 'zod';
import { ConfigurationError, loadEnv } from '../env.ts';
import type { Doctor } from './doctor.ts';

/**
 * @param open opens what the checks ask; it is closed when they are done.
 */
export async function runDoctorByHand<Schema extends z.ZodType>(
  schema: Schema,
  open: (env: z.output<Schema>) => { doctor: Doctor; close: () => Promise<void> },
): Promise<void> {
  const write = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    const { doctor, close } = open(loadEnv(schema));
    write('ok       configuration');
    const isHealthy = await doctor.examineByHand(write);
    await close();
    process.exitCode = isHealthy ? 0 : 1;
  } catch (error) {
    const message = error instanceof ConfigurationError ? error.message : String(error);
    write(`wrong    configuration  ${message}`);
    process.exitCode = 1;
  }
}
