// Has an uploaded certificate file opened, in a process that is ended when its time or memory is
// used up.

import { unreadableUpload } from '@fiscal/efi/uploaded-certificate';
import type { InspectedUpload } from '@fiscal/efi/uploaded-certificate';
import type { WorkLimits } from '@fiscal/runtime';
import { z } from 'zod';
import { shareByCompany } from '../../http/company-slots.ts';
import { runUploadProcess } from '../upload-process.ts';
import { readMessage, writeMessage } from './certificate-message.ts';
import type { CertificateOrder } from './certificate-process.ts';
import type { certificateUpload } from './certificate-schemas.ts';

/** A file of 100 kB, however it is locked, stays far below them; a loaded machine has its time. */
const LIMITS: WorkLimits = {
  timeoutMs: 15_000,
  memoryBytes: 256 * 1_048_576,
  outputBytes: 1_048_576,
};

/** Two cores may be busy with files of two companies, and a few more files of each may wait. */
const openings = shareByCompany({ atOnce: 2, ofCompany: 4, waiting: 64 });

const found = z.object({
  problems: z.array(z.object({ code: z.string(), path: z.string(), message: z.string() })),
  opened: z
    .object({
      certificateDer: z.base64().transform((text) => Buffer.from(text, 'base64')),
      subject: z.string(),
      issuer: z.string(),
      serialNumber: z.string(),
      tin: z.string().nullable(),
      notBefore: z.coerce.date(),
      notAfter: z.coerce.date(),
      keyBits: z.int().nullable(),
      fingerprintSha256: z.string(),
      form: z.enum(['modern', 'legacy']),
    })
    .nullable(),
});

/**
 * Opens the file and inspects it; null while too many files of the company, or of all, are being
 * opened. The one who asks erases the private key.
 * @throws Error where the process can not be started or breaks: never by what was uploaded.
 */
export function openUpload(
  { pkcs12, password }: Pick<z.output<typeof certificateUpload>, 'pkcs12' | 'password'>,
  { id, tin }: { id: string; tin: string },
  now: Date,
  limits = LIMITS,
): Promise<InspectedUpload | null> {
  return openings.run(id, async () => {
    const order: CertificateOrder = { password, tin, now: now.toISOString() };
    const input = writeMessage(order, Buffer.from(pkcs12, 'base64'));
    try {
      return await openInProcess(input, limits);
    } finally {
      input.fill(0);
    }
  });
}

async function openInProcess(input: Buffer, limits: WorkLimits): Promise<InspectedUpload> {
  const outcome = await runUploadProcess({
    from: import.meta.url,
    entry: './certificate-process',
    input,
    limits,
  });
  switch (outcome.kind) {
    case 'done': {
      const { values, bytes: privateKeyDer } = readMessage(outcome.output);
      const { problems, opened } = found.parse(values);
      return { problems, opened: opened && { ...opened, privateKeyDer } };
    }
    case 'used-up':
      return unreadableUpload(outcome.what === 'time' ? 'takes too long' : 'takes too much memory');
    case 'refused':
      throw new Error(outcome.words);
  }
}
