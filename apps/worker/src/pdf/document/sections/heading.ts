import { MOST_PRINTED_PIXELS, pictureSize } from '@fiscal/domain';
import type { Words } from '@fiscal/domain';
import type { PrintedSeller } from '../document-model.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';
import { LABELS, both, countryName, entry, label, typed } from '../labels.ts';

const LOGO = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/;

/** Top of the first page: who issues, and what this paper is. @param number of an invoice. */
export function heading(seller: PrintedSeller, title: Words, number: string | null): Html {
  return html`<header class="heading">
    <div class="seller">
      ${logo(seller)}
      <div class="seller-name">${typed(seller.name)}</div>
      <div>${typed(seller.address)}</div>
      <div>${typed(seller.town)}, ${typed(countryName(seller.country))}</div>
      <dl class="seller-numbers">
        ${sellerNumber(LABELS.tin, seller.tin)} ${sellerNumber(LABELS.vatNumber, seller.vatNumber)}
        ${sellerNumber(LABELS.bankAccount, seller.bankAccount)}
      </dl>
    </div>
    <div class="title">
      <h1>${both(title)}</h1>
      ${
        number === null
          ? null
          : html`<div class="number">${label(LABELS.invoiceNumber)}${typed(number)}</div>`
      }
    </div>
  </header>`;
}

function logo(seller: PrintedSeller): Html | null {
  if (typeof seller.logo !== 'string' || !isPrintableLogo(seller.logo)) return null;
  return html`<img class="logo" src="${seller.logo}" alt="" />`;
}

function sellerNumber(words: Words, value: string | null): Html | null {
  if (value === null || value === '') return null;
  return entry(words, typed(value));
}

/**
 * Whether a stored logo is printed: a picture that is what it says, without a script, and of no
 * more pixels than Chrome decodes in a moment. Its header is read, it is not decoded.
 */
export function isPrintableLogo(uri: string): boolean {
  const [, kind, base64 = ''] = LOGO.exec(uri) ?? [];
  const size = pictureSize(Buffer.from(base64, 'base64'));
  return size?.kind === kind && size !== null && size.width * size.height <= MOST_PRINTED_PIXELS;
}
