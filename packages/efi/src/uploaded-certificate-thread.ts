// Runs in a thread of its own, started by uploaded-certificate.ts for one file, and ends with its answer.

import { parentPort, workerData } from 'node:worker_threads';
import { CertificateError } from './certificate-error.ts';
import { inspectCertificate, openCertificate } from './certificate.ts';
import type { InspectedUpload, Upload } from './uploaded-certificate.ts';

function inspect({ pkcs12, password, company }: Upload): InspectedUpload {
  try {
    const opened = openCertificate(pkcs12, password);
    return { opened, problems: inspectCertificate(opened, company) };
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    const { code, message } = error;
    return { opened: null, problems: [{ code, path: 'pkcs12', message }] };
  }
}

parentPort?.postMessage(inspect(workerData as Upload));
