// `npm run picture:dashboard`: runs the service under sales and troubles for ten minutes, asks a
// real Prometheus what each panel of the dashboard asks for, and draws
// docs/pictures/dashboard-*.png. Grafana has no part in it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseChrome } from '@fiscal/testbed';
import { launch } from 'puppeteer';
import { panels } from '../monitoring-files.ts';
import { page, PAGE_WIDTH } from './page.ts';
import { fillPanel } from './panel-data.ts';
import type { FilledPanel } from './panel-data.ts';
import type { Span } from '../prometheus.ts';
import { openShownService, READ_EVERY_S } from './service.ts';
import { makeTrouble } from './troubles.ts';

const PICTURES = fileURLToPath(new URL('../../../../docs/pictures/', import.meta.url));
/** The first row of each picture: all in one would be too small to be read on a page. */
const FIRST_ROWS = { 'dashboard-sales.png': 'Sales', 'dashboard-service.png': 'API' };

const say = (text: string) => process.stdout.write(`${new Date().toISOString()} ${text}\n`);

async function draw(panels: readonly FilledPanel[], span: Span): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'fiscal-dashboard-chrome-'));
  const { path } = await chooseChrome(profile);
  const browser = await launch({
    executablePath: path,
    headless: 'shell',
    args: ['--no-sandbox', '--disable-gpu'],
    userDataDir: profile,
    defaultViewport: { width: PAGE_WIDTH, height: 800 },
  });
  try {
    const tab = await browser.newPage();
    const starts = Object.values(FIRST_ROWS).map((row) =>
      panels.findIndex(({ type, title }) => type === 'row' && title === row),
    );
    for (const [index, name] of Object.keys(FIRST_ROWS).entries()) {
      await tab.setContent(page(panels.slice(starts[index], starts[index + 1]), span));
      await tab.screenshot({ path: join(PICTURES, name), fullPage: true });
      say(name);
    }
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const closings: (() => unknown)[] = [];
  try {
    const service = await openShownService(closings, say);
    const from = Math.ceil(Date.now() / 1_000) + 2 * READ_EVERY_S;
    await makeTrouble(service, say);
    const span = { from, to: Math.floor(Date.now() / 1_000), step: READ_EVERY_S };
    const filled: FilledPanel[] = [];
    for (const panel of panels) filled.push(await fillPanel(panel, service.prometheus, span));
    const empty = filled.filter(({ type, lines }) => type !== 'row' && lines.length === 0);
    for (const { title } of empty) say(`no data: ${title}`);
    await draw(filled, span);
  } finally {
    for (const close of closings.toReversed()) await close();
  }
}

await main();
