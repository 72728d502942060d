import type { PanelUser } from './browser.ts';

/** What the tab "Messages" shows of each side: how many lines, and the whole text. */
export async function readMessages(person: PanelUser): Promise<{ lines: number; text: string }[]> {
  await person.click('tab', 'Messages');
  await person.see('<RegisterInvoiceRequest');
  return person.page.$$eval('[role="region"] code', (texts) =>
    texts.map(({ children, innerText }) => ({ lines: children.length, text: innerText })),
  );
}

/** The media type of the PDF that the tab shows, and its first five characters. */
export async function readPreview(person: PanelUser): Promise<(string | null)[]> {
  await person.click('tab', 'PDF');
  const frame = await person.page.waitForSelector('iframe[title^="PDF of invoice"]');
  return frame!.evaluate(async ({ src }) => {
    const response = await fetch(src);
    return [response.headers.get('content-type'), (await response.text()).slice(0, 5)];
  });
}

/** Where the link that verifies the invoice leads. */
export async function readVerificationLink(person: PanelUser): Promise<string> {
  await person.click('tab', 'Invoice');
  const link = await person.page.waitForSelector(
    '::-p-aria([name="Verify with the tax authority"])',
  );
  return link!.evaluate((each) => (each as HTMLAnchorElement).href);
}
