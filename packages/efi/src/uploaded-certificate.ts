// An entry point of its own: it opens an uploaded file and says what is wrong with it, and brings
// neither sockets nor XML along.
//
// A file says itself how much work it is to open, and it is refused where that is too much. What is
// left may be seconds of it: the API has a process for each that it can end.

import type { Issue } from '@fiscal/domain';
import { CertificateError } from './certificate/certificate-error.ts';
import { inspectCertificate, openCertificate } from './certificate/certificate.ts';
import type { OpenedCertificate } from './certificate/certificate.ts';

export { CERTIFICATE_ERROR_CODES } from './certificate/certificate-error.ts';
export { CERTIFICATE_ISSUE_CODES } from './certificate/certificate.ts';

/** A PKCS#12 file, and the company that it is to be the certificate of. */
export interface Upload {
  pkcs12: Uint8Array;
  password: string;
  company: { tin: string; now: Date };
}

/** An uploaded file as it was found. `opened` holds the private key: seal it or let it go. */
export interface InspectedUpload {
  /** Null if the file does not open, or holds no key with its certificate. */
  opened: Omit<OpenedCertificate, 'chain'> | null;
  /** Everything that keeps it from being used; empty if nothing does. */
  problems: Issue[];
}

/** Opens a PKCS#12 file and inspects it. What is sent never makes it throw. */
export function inspectUpload({ pkcs12, password, company }: Upload): InspectedUpload {
  try {
    const opened = openCertificate(pkcs12, password);
    return { opened, problems: inspectCertificate(opened, company) };
  } catch (error) {
    // Things that lie in each other deeper than the stack is.
    if (error instanceof RangeError) return unreadableUpload('takes too much memory');
    if (!(error instanceof CertificateError)) throw error;
    const { code, message } = error;
    return { opened: null, problems: [{ code, path: 'pkcs12', message }] };
  }
}

/** A file that was given up, with the reason as the words after `The file`. */
export function unreadableUpload(why: string): InspectedUpload {
  const message = `The file ${why} to be opened; export it again.`;
  return {
    opened: null,
    problems: [{ code: 'CERTIFICATE_UNREADABLE', path: 'pkcs12', message }],
  };
}
