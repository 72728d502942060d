import { readFile } from 'node:fs/promises';
import type { Browser } from 'puppeteer';

const PAGE_BYTES = 4096;

/**
 * Bytes that the processes of a browser hold for themselves (resident without what they share).
 * Null where the system does not say: outside Linux only the count of documents recycles.
 */
export async function browserMemoryBytes(browser: Browser): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const session = await browser.target().createCDPSession();
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const sizes = await Promise.all(processInfo.map(({ id }) => privateBytes(id)));
    return sizes.reduce((sum, size) => sum + size, 0);
  } finally {
    await session.detach();
  }
}

async function privateBytes(pid: number): Promise<number> {
  // A process may have ended since it was listed; then it holds nothing.
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  const [, resident = 0, shared = 0] = statm.split(' ').map(Number);
  return (resident - shared) * PAGE_BYTES;
}
