// Distinguishes a store that is away from one that will not do as it is configured: that refuses
// our password, or whose certificate does not prove its identity. Waiting helps against the first
// only.

/** OpenSSL's words for a certificate that leads to no CA that is trusted. */
const UNKNOWN_CA = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
  'CERT_SIGNATURE_FAILURE',
  'INVALID_PURPOSE',
]);

/** What is looked at of whatever was thrown. */
interface Thrown {
  code?: unknown;
  message?: unknown;
  cause?: unknown;
}

/**
 * Why a connection is refused, by the other side or by us, as a sentence with the variable to
 * correct; null where the other side may only be away. A certificate that has expired counts as
 * away: a restart must not turn the end of a certificate into the end of a process.
 * @param error whatever the connection has failed with; its causes are looked at, too.
 * @param variable that holds the URL, `DATABASE_URL` or `REDIS_URL`.
 */
export function connectionRefusalOf(error: unknown, variable: string): string | null {
  let thrown = error;
  while (typeof thrown === 'object' && thrown !== null) {
    const { code, message, cause }: Thrown = thrown;
    const sentence = sentenceFor(String(code), String(message), variable);
    if (sentence !== null) return sentence;
    thrown = cause;
  }
  return null;
}

function sentenceFor(code: string, message: string, variable: string): string | null {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The host of ${variable} is none that the server’s certificate is for: ${message}`;
  }
  if (UNKNOWN_CA.has(code)) {
    return (
      `The server of ${variable} has a certificate of a CA that is not trusted (${message}): name ` +
      `its CA, in ${variable === 'REDIS_URL' ? 'REDIS_TLS_CA' : 'sslrootcert of the URL'}.`
    );
  }
  // SQLSTATE: a wrong password, and no rule for this login, host or way.
  if (code === '28P01' || code === '28000') {
    return `PostgreSQL does not let ${variable} in: ${message}.`;
  }
  if (message.includes('unsupported startup parameter')) {
    return (
      `${variable} leads to a pooler: set DATABASE_DIRECT_URL to the URL of PostgreSQL itself, for what ` +
      'needs a session of its own (docs/scaling.md).'
    );
  }
  if (/^(?:ENOENT|EACCES): .*, open /.test(message)) {
    return `${variable} names a file that cannot be read: ${message}.`;
  }
  if (message === 'The server does not support SSL connections') {
    return `${variable} asks for TLS, and the server has none.`;
  }
  return redisSentence(message, variable);
}

function redisSentence(message: string, variable: string): string | null {
  switch (/^[A-Z]+\b/.exec(message)?.[0]) {
    case 'WRONGPASS':
      return `Redis does not let ${variable} in: its user or password is wrong.`;
    case 'NOAUTH':
      return `Redis does not let ${variable} in: it asks for a password, and there is none.`;
    case 'NOPERM':
      return `Redis does not let the user of ${variable} do what is needed: ${message}`;
    default:
      return null;
  }
}
