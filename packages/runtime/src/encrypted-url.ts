import { z } from 'zod';

/** As `URL` writes them. */
const LOOPBACK = /^(?:127(?:\.\d+){3}|\[::1\]|localhost)$/;

/**
 * A setting for the URL of a service that is authenticated by TLS alone: `https:`, or `http:` at a
 * loopback address, where there is no network in between.
 */
export const encryptedUrl = z
  .url({ protocol: /^https?$/, abort: true })
  .refine(
    (text) => {
      const { protocol, hostname } = new URL(text);
      return protocol === 'https:' || LOOPBACK.test(hostname);
    },
    { message: 'must begin with https: (http: is for loopback addresses only)' },
  )
  .meta({ example: 'https://efi.tax.gov.me/fs-v1' });
