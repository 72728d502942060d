// The Content-Security-Policy allows styles made at run time only with the nonce of the answer.

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

// Where the package that locks scrolling behind a dialog looks for it.
Object.assign(globalThis, { __webpack_nonce__: nonce });

/** Of the page on the screen. */
export function styleNonce(): string {
  return nonce;
}
