// Where the focus goes when a dialog is gone. The library's own return of the focus knows only
// dialogs that were rendered closed before.

let opener: HTMLElement | null = null;

/**
 * Before a dialog opens: what has the focus now gets it back. Of a menu that closes, its button.
 */
export function rememberFocus(): void {
  const active = document.activeElement;
  // A dialog that follows another one goes back to where the first came from.
  if (!(active instanceof HTMLElement) || active.closest('[role="dialog"]') !== null) return;
  const button = active.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  opener = document.getElementById(button ?? '') ?? active;
}

/** After a dialog is gone. The heading gets the focus where its opener is gone as well. */
export function giveFocusBack(): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const target = opener?.isConnected ? opener : document.querySelector('h1');
    target?.focus({ preventScroll: true });
  });
}
