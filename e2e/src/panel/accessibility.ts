// What axe finds wrong with a page. It is put into the page by the debugging protocol: the page's
// policy lets no foreign script in.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'puppeteer';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * One sentence for each element that breaks a rule of WCAG 2.2 AA; empty: none does.
 * @param part a selector; the whole page when left out, or where nothing is of it.
 */
export async function violationsOf(page: Page, part = 'html'): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(source);
  const violations = await page.evaluate(
    async (tags, selector) => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      const options = { runOnly: tags, resultTypes: ['violations' as const], iframes: false };
      const context = document.querySelector(selector) ?? document;
      return (await checker.run(context, options)).violations;
    },
    RULES,
    part,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary, html }) =>
      [id, target.join(' '), html.slice(0, 200), failureSummary].join(' | '),
    ),
  );
}
