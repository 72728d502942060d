// The panel without a mouse: Tab, Enter, Escape and the arrows lead everywhere, what has the focus
// can be seen, and no dialog keeps the focus when it is closed.

import { expect, test } from '@jest/globals';
import { startPanel } from './running-panel.ts';
import { textsOf } from './texts.ts';

const { shell, signIn, apiKeys, invoices } = textsOf('en');
/** More steps than any page has. */
const MOST_STEPS = 80;

const { service, chromium, companyId } = await startPanel();
const company = `/companies/${companyId}`;
const invoiceNumber = (await service.createAndPrint()).body.invoiceNumber as string;
const person = await chromium.person(service.stack.adminUrl);

/** What has the focus: its name, and whether one sees that it has it. */
async function focused() {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const now = await lookAtFocus();
    if (now.isSeen || Date.now() > deadline) return now;
  }
}

function lookAtFocus() {
  return person.page.evaluate(async () => {
    // A change of style is a transition, if only a short one.
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    const element = document.activeElement as HTMLInputElement;
    const isRinged = (each: Element | null) => {
      const style = each && getComputedStyle(each);
      return style !== null && style.outlineStyle !== 'none' && style.outlineWidth !== '0px';
    };
    // The same element without the focus: a field shows it by its border.
    const twin = element.cloneNode() as HTMLElement;
    twin.removeAttribute('id');
    element.after(twin);
    const isBordered = getComputedStyle(twin).borderColor !== getComputedStyle(element).borderColor;
    twin.remove();
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const isOnScreen = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    const signs = [element, element.nextElementSibling, element.parentElement];
    return {
      tag: element.tagName,
      name: (
        element.getAttribute('aria-label') ??
        element.labels?.[0]?.innerText ??
        element.innerText
      ).trim(),
      isSeen: isOnScreen && (isBordered || signs.some(isRinged)),
    };
  });
}

/** Steps on until the focus is on what has this name. Every step on the way must be seen. */
async function tabTo(name: string): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    await person.page.keyboard.press('Tab');
    const now = await focused();
    if (now.tag === 'BODY') continue;
    passed.push(now.name);
    expect({ ...now, after: passed.at(-2) }).toEqual({
      ...now,
      after: passed.at(-2),
      isSeen: true,
    });
    if (now.name === name) return;
  }
  throw new Error(`Tab does not lead to "${name}", only to: ${passed.join(' | ')}`);
}

const press = (...keys: ('Enter' | 'Escape' | 'Tab' | 'ArrowDown' | 'ArrowRight')[]) =>
  keys.reduce(
    (before, key) => before.then(() => person.page.keyboard.press(key)),
    Promise.resolve(),
  );
const headingHasFocus = (title: string) =>
  person.page.waitForFunction(
    (words) =>
      document.activeElement?.tagName === 'H1' && document.activeElement.textContent === words,
    {},
    title,
  );

test('a person signs in', async () => {
  const { email, password } = service.stack.demo.operator;
  await person.page.goto(
    `${service.stack.adminUrl}/sign-in?next=${company}/start?environment=test`,
  );
  await person.see(signIn.lead);
  // The first field has the focus already.
  await person.page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
  await person.page.keyboard.type(email);
  await tabTo(signIn.password);
  await person.page.keyboard.type(password);
  await press('Enter');
  await person.page.waitForFunction(() => document.querySelector('nav') !== null);
});

test('the first step of a page leads past the navigation', async () => {
  await person.open(`${company}/start?environment=test`);
  await person.rest();
  await press('Tab');
  expect(await focused()).toMatchObject({ name: shell.skipToContent, isSeen: true });
  await press('Enter');
  await person.page.waitForFunction(() => document.activeElement?.id === 'content');
  await press('Tab');
  const isInContent = await person.page.evaluate(() =>
    document.querySelector('main')?.contains(document.activeElement),
  );
  expect(isInContent).toBe(true);
});

test('the navigation leads to a page, and its heading has the focus then', async () => {
  await person.open(`${company}/start?environment=test`);
  await person.rest();
  await tabTo(shell.nav['api-keys']);
  await press('Enter');
  await headingHasFocus(apiKeys.title);
});

test('a dialog holds the focus and gives it back', async () => {
  await tabTo(apiKeys.add);
  await press('Enter');
  await person.dialog.see(apiKeys.form.title.test);
  const names = new Set<string>();
  for (let step = 0; step < 12; step += 1) {
    const { name, isSeen } = await focused();
    const isInside = await person.page.evaluate(
      () => document.activeElement?.closest('[role=dialog]') !== null,
    );
    expect({ name, isSeen, isInside }).toEqual({ name, isSeen: true, isInside: true });
    names.add(name);
    await press('Tab');
  }
  expect([...names]).toEqual(expect.arrayContaining([apiKeys.form.name, apiKeys.form.submit]));
  await press('Escape');
  await person.seeNo(apiKeys.form.title.test);
  await person.page.waitForFunction(
    (words) => (document.activeElement as HTMLElement).innerText.trim() === words,
    {},
    apiKeys.add,
  );
});

test('a key is made, kept and seen in the list', async () => {
  await press('Enter');
  await person.dialog.see(apiKeys.form.title.test);
  await person.page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
  await person.page.keyboard.type('Samo tastatura');
  await tabTo(apiKeys.form.submit);
  await press('Enter');
  await person.dialog.see(apiKeys.made.title);
  await tabTo(apiKeys.made.done);
  await press('Enter');
  await person.seeNo(apiKeys.made.title);
  await person.see('Samo tastatura');
});

test('a menu opens, is walked through and closes', async () => {
  const actions = shell.actionsOf.replace('{{name}}', 'Samo tastatura');
  await tabTo(actions);
  await press('Enter');
  await person.see(apiKeys.revoke.action);
  await person.page.waitForFunction(() => document.activeElement?.role === 'menuitem');
  await press('ArrowDown');
  expect(await focused()).toMatchObject({ name: apiKeys.revoke.action });
  await press('Enter');
  // The choice that does nothing is the one at hand.
  await person.dialog.see(apiKeys.revoke.title);
  await person.page.waitForFunction(
    () => document.activeElement?.closest('[role=dialog]') !== null,
  );
  expect(await focused()).toMatchObject({ name: shell.action.cancel, isSeen: true });
  await press('Escape');
  await person.seeNo(apiKeys.revoke.title);
});

test('an invoice is found, opened and walked through', async () => {
  await person.open(`${company}/invoices?environment=test`);
  await person.see(invoiceNumber);
  await tabTo(invoiceNumber);
  await press('Enter');
  await headingHasFocus(invoiceNumber);
  await tabTo(invoices.detail.tabs.invoice);
  await press('ArrowRight');
  await person.see(invoices.timeline.title);
  await tabTo(invoices.timeline.message);
  await press('Enter');
  await person.see(invoices.messages.sent);
});

test('nothing complained on the way', () => {
  expect(person.complaints).toEqual([]);
});
