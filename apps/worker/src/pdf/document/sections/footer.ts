// What stands under the items: VAT per rate, totals, note, and what proves that the invoice is
// registered. Where a page may end between these is decided in template.ts.

import type { ComputedInvoice, DecimalText, SameTaxGroup } from '@fiscal/domain';
import type { InvoiceDocument } from '../document-model.ts';
import {
  columnDecimals,
  formatDecimal,
  formatEuro,
  formatPercent,
  isZero,
  negated,
  sumOf,
} from '../format.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';
import { FIC_FOLLOWS, LABELS, OUTSIDE_VAT, SCAN, both, entry, label, typed } from '../labels.ts';
import type { Bilingual } from '../labels.ts';
import { qrCodeSvg } from '../qr-code.ts';

/** VAT per rate and the totals. */
export function totalsAndVat({ computed, seller }: InvoiceDocument): Html {
  return html`<section class="summary">
    ${seller.isInVat ? vatSummary(computed.sameTaxGroups) : sentence(OUTSIDE_VAT)}
    ${totals(computed, seller.isInVat)}
  </section>`;
}

/** The note, and what proves that the invoice is registered. */
export function fiscalCodes(document: InvoiceDocument): Html {
  const { note } = document.request;
  return html`${note ? remark(note) : null} ${fiscalIdentification(document)}`;
}

function sentence(words: Bilingual): Html {
  return html`<p class="sentence">${both(words)}</p>`;
}

function vatSummary(groups: readonly SameTaxGroup[]): Html {
  const bases = aligned(groups.map(({ base }) => base));
  const vats = aligned(groups.map(({ vat }) => vat));
  const gross = aligned(groups.map(({ base, vat }) => sumOf([base, vat])));
  const rows = groups.map(
    ({ vatRate }, index) =>
      html`<tr>
        <td>${formatPercent(vatRate)}</td>
        <td class="figure">${bases[index]}</td>
        <td class="figure">${vats[index]}</td>
        <td class="figure">${gross[index]}</td>
      </tr>`,
  );
  return html`<table class="vat-summary">
    <caption>
      ${LABELS.vatSummary.mne}
      <span class="en" lang="en">${LABELS.vatSummary.en}</span>
    </caption>
    <thead>
      <tr>
        <th>${label(LABELS.vatRate)}</th>
        <th class="figure">${label(LABELS.base)}</th>
        <th class="figure">${label(LABELS.vat)}</th>
        <th class="figure">${label(LABELS.withVat)}</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

function aligned(values: readonly DecimalText[]): string[] {
  const decimals = columnDecimals(values);
  return values.map((value) => formatDecimal(value, decimals));
}

/** `totals` as they were registered; the discount is already inside (decisions §5). */
function totals({ totals: amounts, lines }: ComputedInvoice, isInVat: boolean): Html {
  const discount = sumOf(lines.map((line) => line.discount));
  const isDiscounted = !isZero(discount);
  return html`<dl class="totals">
    ${isDiscounted ? entry(LABELS.beforeDiscount, formatEuro(sumOf([amounts.withoutVat, discount]))) : null}
    ${isDiscounted ? entry(LABELS.discount, formatEuro(negated(discount))) : null}
    ${isInVat ? entry(LABELS.withoutVat, formatEuro(amounts.withoutVat)) : null}
    ${isInVat ? entry(LABELS.vatTotal, formatEuro(amounts.vat)) : null}
    <div class="grand">
      <dt>${label(isInVat ? LABELS.totalWithVat : LABELS.total)}</dt>
      <dd>${formatEuro(amounts.total)}</dd>
    </div>
  </dl>`;
}

function remark(text: string): Html {
  return html`<section class="note">
    ${label(LABELS.note)}
    <p>${typed(text)}</p>
  </section>`;
}

function fiscalIdentification(document: InvoiceDocument): Html {
  const { codes, issued, fic, operatorName, verificationUrl } = document;
  return html`<section class="fiscal">
    ${linked(verificationUrl, qrCodeSvg(verificationUrl))}
    <div class="fiscal-codes">
      <dl class="identifiers">
        ${entry(LABELS.iic, html`${typed(issued.iic)}`)}
        ${entry(LABELS.fic, fic === null ? sentence(FIC_FOLLOWS) : typed(fic))}
      </dl>
      <dl class="codes">
        ${entry(
          LABELS.operator,
          html`${operatorName ? html`${typed(operatorName)} ` : null}<span class="code"
              >${codes.operatorCode}</span
            >`,
        )}
        ${entry(LABELS.businessUnit, html`${codes.businessUnitCode}`)}
        ${entry(LABELS.tcr, html`${codes.tcrCode}`)}
        ${entry(LABELS.software, html`${codes.softwareCode}`)}
      </dl>
      ${sentence(SCAN)}
    </div>
  </section>`;
}

/** On a screen the code can be clicked as well as scanned. */
function linked(url: string, drawing: Html): Html {
  return /^https?:\/\//.test(url) ? html`<a href="${url}">${drawing}</a>` : drawing;
}
