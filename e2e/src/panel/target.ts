// What a person clicks or writes into. It is looked for anew until it can be used: a page may draw
// another element of the same name in the place of the first, and a locator of Puppeteer would wait
// for the first one until its time is over.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ElementHandle, Page } from 'puppeteer';

const POLL_MS = 50;

/** Of an element of HTML. */
export type Target = ElementHandle<HTMLInputElement>;
export type Use = (target: Target) => Promise<void>;

/**
 * Uses the first element of the selector, as soon as it is drawn, enabled and stands still.
 * @throws Where there is none within the time, with what was in the way last.
 */
export async function whenReady(
  page: Page,
  selector: string,
  use: Use,
  patienceMs: number,
): Promise<void> {
  const until = Date.now() + patienceMs;
  let cause: unknown;
  while (Date.now() < until) {
    try {
      const target = (await page.$(selector)) as Target | null;
      if (target && (await target.evaluate(isReady))) {
        await use(target);
        return;
      }
    } catch (error) {
      // It was replaced in between, or the page was.
      cause = error;
    }
    await sleep(POLL_MS);
  }
  throw new Error(`Nothing could be used within ${patienceMs} ms.`, { cause });
}

/** In the page. */
async function isReady(element: Element): Promise<boolean> {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const place = () => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height].join(' ');
  };
  await frame();
  const before = place();
  await frame();
  const isDrawn = element.isConnected && element.getClientRects().length > 0;
  return isDrawn && !element.matches(':disabled') && place() === before;
}

/**
 * Writes in place of what is there, which is deleted as a person does it: the page would bring it
 * back else.
 */
export async function writeInto(page: Page, field: Target, text: string): Promise<void> {
  const isWritten = await field.evaluate((input) => {
    input.focus();
    if (input.value === '') return false;
    input.select();
    return true;
  });
  if (isWritten) await page.keyboard.press('Backspace');
  await page.keyboard.type(text);
}
