const SCHEME = 'data-mantine-color-scheme';

/** Paper is white: what is dark on the screen is light for as long as it is printed. */
export function printLight(): void {
  const { documentElement: root } = document;
  let before: string | null = null;
  window.addEventListener('beforeprint', () => {
    before = root.getAttribute(SCHEME);
    root.setAttribute(SCHEME, 'light');
  });
  window.addEventListener('afterprint', () => {
    if (before !== null) root.setAttribute(SCHEME, before);
  });
}
