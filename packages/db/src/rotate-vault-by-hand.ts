import { openDatabase } from './connection/client.ts';
import { rotateVault } from './company/rotate-vault.ts';
import type { VaultRotation } from './company/rotate-vault.ts';

/**
 * `rotate-vault` of the command line.
 * @returns what was done, in words.
 * @throws Error that names the certificates that the old identity does not open.
 */
export async function rotateVaultByHand(url: string, rotation: VaultRotation): Promise<string> {
  const db = openDatabase({
    url,
    maxConnections: 1,
    applicationName: 'fiscal-rotate-vault',
    // The statement that fails says it better.
    onError: () => undefined,
  });
  try {
    const { resealed, unopened } = await rotateVault(db, rotation, (done) => {
      process.stderr.write(`${done} sealed anew\n`);
    });
    const words = `Sealed ${resealed} private keys to the new recipient.`;
    if (unopened.length === 0) return words;
    throw new Error(
      `${words} The old identity does not open those of the certificates ${unopened.join(', ')}; ` +
        'their companies have to upload them again.',
    );
  } finally {
    await db.close();
  }
}
