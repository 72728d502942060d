// A tax administration of the live environment with a CA of its own, whose replies another one's
// key may sign: of an attacker in its place with a certificate of the same CA.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EfiVariables } from '@fiscal/testbed';
import { envelope, signedResponse } from '../../../packages/efi/src/testing/replies.ts';
import type { ReplyOptions } from '../../../packages/efi/src/testing/replies.ts';
import { makeCertificate } from '../../../packages/efi/src/testing/certificates.ts';
import type {
  TestCertificate,
  TestCertificateOptions,
} from '../../../packages/efi/src/testing/certificates.ts';
import { startServer } from '../../../packages/efi/src/testing/server.ts';
import { NAME } from '../../../packages/efi/src/testing/other-subjects.ts';

/** Whose key a reply is signed with. */
export type Signer = ReplyOptions['signer'];

/** An endpoint that registers whatever it is sent. */
export interface SigningAuthority {
  /** For the worker: its address, its CA, and its certificate as the only one that is pinned. */
  variables: EfiVariables;
  /** A certificate of its CA. */
  issue: (options: TestCertificateOptions) => TestCertificate;
  /** Signs with this key while `run` goes on, and with its own before and afterwards. */
  whileSignedBy: <T>(signer: Signer, run: () => Promise<T>) => Promise<T>;
  close: () => void;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Valid today, and short keys: nothing here depends on their length. */
function issueNow(options: TestCertificateOptions): TestCertificate {
  const notBefore = new Date(Date.now() - DAY_MS);
  const notAfter = new Date(Date.now() + DAY_MS);
  return makeCertificate({ keyBits: 1024, notBefore, notAfter, ...options });
}

/** @returns null for what is no message to register a sale or the money before it. */
function replyTo(body: string, signer: Signer): string | null {
  const requestUuid = /<Header[^>]* UUID="([^"]+)"/.exec(body)?.[1];
  const asked = /<(Register(?:Invoice|CashDeposit))Request/.exec(body)?.[1];
  if (requestUuid === undefined || asked === undefined) return null;
  const code = asked === 'RegisterInvoice' ? 'FIC' : 'FCDC';
  const result = `<${code}>${randomUUID()}</${code}>`;
  const sendDateTime = `${new Date().toISOString().slice(0, 19)}+00:00`;
  const root = `${asked}Response`;
  return envelope(signedResponse({ signer, requestUuid, root, sendDateTime, result }));
}

/** Opens it on a port that the system chooses. */
export async function openSigningAuthority(): Promise<SigningAuthority> {
  const ca = issueNow({ commonName: 'CA of the live environment', isCa: true });
  const own = issueNow({ ...NAME, issuer: ca });
  let signer: Signer = own;
  const server = await startServer((response) => {
    const body = server.seen.at(-1)?.body ?? '';
    const reply = replyTo(body, signer);
    if (reply === null) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': 'text/xml' }).end(reply);
  });
  const directory = mkdtempSync(join(tmpdir(), 'fiscal-authority-'));
  const anchors = join(directory, 'ca.pem');
  writeFileSync(anchors, ca.certificate.toString());
  return {
    variables: {
      EFI_LIVE_URL: server.url,
      EFI_LIVE_TRUST_ANCHORS: anchors,
      EFI_LIVE_PINNED_CERTIFICATES: own.certificate.fingerprint256,
    },
    issue: (options) => issueNow({ issuer: ca, ...options }),
    whileSignedBy: async (other, run) => {
      signer = other;
      try {
        return await run();
      } finally {
        signer = own;
      }
    },
    close: () => {
      server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
