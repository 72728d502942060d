// The process that opens an uploaded certificate file, and nothing else. It has no secret but the
// ones that come in, and may be ended at any moment.

import { inspectUpload } from '@fiscal/efi/uploaded-certificate';
import { processInput } from '@fiscal/runtime/process-input';
import { readMessage, writeMessage } from './certificate-message.ts';

/** What comes in beside the file. */
export interface CertificateOrder {
  password: string;
  tin: string;
  /** ISO 8601. */
  now: string;
}

await processInput((input) => {
  const { values, bytes } = readMessage(input);
  const { password, tin, now } = values as CertificateOrder;
  const company = { tin, now: new Date(now) };
  const { opened, problems } = inspectUpload({ pkcs12: bytes, password, company });
  if (!opened) return writeMessage({ problems, opened }, Buffer.alloc(0));
  const { privateKeyDer, certificateDer, ...facts } = opened;
  const base64 = certificateDer.toString('base64');
  return writeMessage({ problems, opened: { ...facts, certificateDer: base64 } }, privateKeyDer);
});
