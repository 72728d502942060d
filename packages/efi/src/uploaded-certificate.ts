// The second front door: all that the API asks of this package. It opens what somebody uploads and says
// what is the matter with it, and brings neither sockets nor XML along.
//
// A file says itself how much work it is to open, and it is refused where that is too much. What is left
// may be seconds of it, so each is opened in a thread of its own that is ended when its time or memory is
// used up: the process answers its shops meanwhile.

import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Issue } from '@fiscal/domain';
import type { OpenedCertificate } from './certificate.ts';

export { CERTIFICATE_ERROR_CODES } from './certificate-error.ts';
export { CERTIFICATE_ISSUE_CODES } from './certificate.ts';

/** A PKCS#12 file, and the company that it is to be the certificate of. */
export interface Upload {
  pkcs12: Uint8Array;
  password: string;
  company: { tin: string; now: Date };
}

/** An uploaded file as it was found. `opened` holds the private key: seal it or let it go. */
export interface InspectedUpload {
  /** Null if the file does not open, or holds no key with its certificate. */
  opened: (Omit<OpenedCertificate, Bytes> & Record<Bytes, Uint8Array>) | null;
  /** Everything that keeps it from being used; empty if nothing does. */
  problems: Issue[];
}
type Bytes = 'privateKeyDer' | 'certificateDer';

// From the sources the thread is started from its source, too.
const THREAD = fileURLToPath(
  new URL(
    `./uploaded-certificate-thread${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
    import.meta.url,
  ),
);
const MEMORY_MB = 128;

/**
 * Opens a PKCS#12 file and inspects it. What is sent never makes it throw.
 * @param timeoutMs after so long the file counts as one that can not be opened.
 */
export async function inspectUpload(upload: Upload, timeoutMs = 15_000): Promise<InspectedUpload> {
  const thread = new Worker(THREAD, {
    workerData: upload,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<InspectedUpload>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', (error) => {
        if (isUsedUp(error)) resolve(unreadable('takes too much memory'));
        else reject(error instanceof Error ? error : new Error(String(error)));
      });
      timer = setTimeout(() => {
        resolve(unreadable('takes too long'));
      }, timeoutMs);
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}

/** Its memory, or the depth of what lies in what. */
function isUsedUp(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError;
}

function unreadable(why: string): InspectedUpload {
  const message = `The file ${why} to be opened; export it again.`;
  return {
    opened: null,
    problems: [{ code: 'CERTIFICATE_UNREADABLE', path: 'pkcs12', message }],
  };
}
