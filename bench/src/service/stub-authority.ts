// An authority that registers whatever it is sent, at once: its replies are written in canonical
// form and signed with one RSA operation, so that it takes as little of the machine as an authority
// far away.

import { createHash, randomUUID, sign } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const SCHEMA = 'https://efi.tax.gov.me/fs/schema';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const EXC_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** PEM texts of the key that signs and its certificate. */
export interface StubIdentity {
  privateKeyPem: string;
  certificatePem: string;
}

export interface StubAuthority {
  url: string;
  /** Until then its status is 503. */
  signWith: (identity: StubIdentity) => void;
  close: () => void;
}

/** Opens it on a port that the system chooses. @param replyMs how long a reply takes. */
export async function openStubAuthority(replyMs = 0): Promise<StubAuthority> {
  let identity: StubIdentity | null = null;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const reply = identity === null ? null : replyTo(body, identity);
      const send = () => {
        if (reply === null) response.writeHead(503).end();
        else response.writeHead(200, { 'Content-Type': 'text/xml' }).end(reply);
      };
      if (replyMs === 0) send();
      else setTimeout(send, replyMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/fs-v1`,
    signWith: (given) => {
      identity = given;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function replyTo(body: string, identity: StubIdentity): string | null {
  const requestUuid = /<Header[^>]* UUID="([^"]+)"/.exec(body)?.[1];
  const asked = /<(Register(?:Invoice|CashDeposit))Request/.exec(body)?.[1];
  if (requestUuid === undefined || asked === undefined) return null;
  const code = asked === 'RegisterInvoice' ? 'FIC' : 'FCDC';
  const sendDateTime = `${new Date().toISOString().slice(0, 19)}+00:00`;
  const header =
    `<Header RequestUUID="${requestUuid}" SendDateTime="${sendDateTime}" ` +
    `UUID="${randomUUID()}"></Header>`;
  const open = `<${asked}Response xmlns="${SCHEMA}" Id="Response" Version="1">`;
  const content = `${header}<${code}>${randomUUID()}</${code}>`;
  const close = `</${asked}Response>`;
  const signature = signatureOf(`${open}${content}${close}`, identity);
  return (
    '<env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Header/>' +
    `<env:Body>${open}${content}${signature}${close}</env:Body></env:Envelope>`
  );
}

/** @param root in canonical form. */
function signatureOf(root: string, { privateKeyPem, certificatePem }: StubIdentity): string {
  const digest = createHash('sha256').update(root).digest('base64');
  const method = (name: string, algorithm: string) =>
    `<${name} Algorithm="${algorithm}"></${name}>`;
  const content =
    method('CanonicalizationMethod', EXC_C14N) +
    method('SignatureMethod', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256') +
    '<Reference URI="#Response"><Transforms>' +
    method('Transform', `${DSIG}enveloped-signature`) +
    method('Transform', EXC_C14N) +
    `</Transforms>${method('DigestMethod', 'http://www.w3.org/2001/04/xmlenc#sha256')}` +
    `<DigestValue>${digest}</DigestValue></Reference>`;
  const canonical = `<SignedInfo xmlns="${DSIG}">${content}</SignedInfo>`;
  const value = sign('sha256', Buffer.from(canonical), privateKeyPem).toString('base64');
  const certificate = certificatePem.replace(/-----[^-]+-----|\s/g, '');
  return (
    `<Signature xmlns="${DSIG}"><SignedInfo>${content}</SignedInfo>` +
    `<SignatureValue>${value}</SignatureValue><KeyInfo><X509Data>` +
    `<X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></Signature>`
  );
}
