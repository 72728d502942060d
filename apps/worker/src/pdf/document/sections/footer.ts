// What stands under the items, always together and with the last of them: VAT by rate and
// exemption, totals, and what proves that the invoice is registered.

import { legalBasesOf } from '@fiscal/domain';
import type { ComputedInvoice, Words } from '@fiscal/domain';
import type { InvoiceDocument } from '../document-model.ts';
import { formatDecimal, formatEuro, formatVat, isZero } from '../format.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';
import { FIC_FOLLOWS, LABELS, OUTSIDE_VAT, SCAN, both, entry, label, typed } from '../labels.ts';
import { printedAmounts, printedDiscounts } from '../printed-amounts.ts';
import { qrCodeSvg } from '../qr-code.ts';

function totalsAndVat({ computed, seller }: InvoiceDocument): Html {
  return html`<section class="summary">
      ${seller.isInVat ? vatSummary(computed) : sentence(OUTSIDE_VAT)}
      ${totals(computed, seller.isInVat)}
    </section>
    ${legalBases(computed)}`;
}

/** What closes an invoice: VAT, totals, and what proves that it is registered. */
export function closing(document: InvoiceDocument): Html {
  return html`${totalsAndVat(document)} ${fiscalIdentification(document)}`;
}

/** Why no VAT is charged. Extensions §5. */
function legalBases(computed: ComputedInvoice): Html | null {
  const bases = legalBasesOf(computed);
  return bases.length === 0
    ? null
    : html`<section class="legal-bases">${bases.map(sentence)}</section>`;
}

function sentence(words: Words): Html {
  return html`<p class="sentence">${both(words)}</p>`;
}

function vatSummary(computed: ComputedInvoice): Html {
  const rows = printedAmounts(computed).groups.map(
    ({ base, vat, total }, index) =>
      html`<tr>
        <td>${formatVat(computed.sameTaxGroups[index] ?? { vatRate: null })}</td>
        <td class="figure">${formatDecimal(base, 2)}</td>
        <td class="figure">${formatDecimal(vat, 2)}</td>
        <td class="figure">${formatDecimal(total, 2)}</td>
      </tr>`,
  );
  return html`<table class="vat-summary">
    <caption>
      ${LABELS.vatSummary.me}
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

/** `totals` as they were registered; the discount is already inside (decisions §5). */
function totals(computed: ComputedInvoice, isInVat: boolean): Html {
  const { totals: amounts, lines } = computed;
  const isDiscounted = lines.some((line) => !isZero(line.discount));
  const { sum, beforeDiscount } = printedDiscounts(computed);
  return html`<dl class="totals">
    ${isDiscounted ? entry(LABELS.beforeDiscount, formatEuro(beforeDiscount)) : null}
    ${isDiscounted ? entry(LABELS.discount, formatEuro(sum)) : null}
    ${isInVat ? entry(LABELS.withoutVat, formatEuro(amounts.withoutVat)) : null}
    ${isInVat ? entry(LABELS.vatTotal, formatEuro(amounts.vat)) : null}
    ${amounts.exported ? entry(LABELS.exported, formatEuro(amounts.exported)) : null}
    <div class="grand">
      <dt>${label(isInVat ? LABELS.totalWithVat : LABELS.total)}</dt>
      <dd>${formatEuro(amounts.total)}</dd>
    </div>
  </dl>`;
}

function fiscalIdentification(document: InvoiceDocument): Html {
  const { codes, issued, fic, verificationUrl, paper } = document;
  return html`<section class="fiscal">
    ${linked(verificationUrl, qrCodeSvg(verificationUrl, paper))}
    <div class="fiscal-codes">
      <dl class="identifiers">
        ${entry(LABELS.iic, html`${typed(issued.iic)}`)}
        ${entry(LABELS.fic, fic === null ? sentence(FIC_FOLLOWS) : typed(fic))}
      </dl>
      <dl class="codes">
        ${operator(document)} ${entry(LABELS.businessUnit, html`${codes.businessUnitCode}`)}
        ${entry(LABELS.tcr, html`${codes.tcrCode}`)}
        ${entry(LABELS.software, html`${codes.softwareCode}`)}
      </dl>
      ${sentence(SCAN)}
    </div>
  </section>`;
}

/** Who sold, with the code; a name that is none of the company's operators stands alone. */
function operator({ operatorName, seller, codes }: InvoiceDocument): Html {
  const code = html`<span class="code">${codes.operatorCode}</span>`;
  if (!operatorName) return entry(LABELS.operator, code);
  const name = typed(operatorName);
  if (seller.operatorCode !== undefined) return entry(LABELS.operator, html`${name} ${code}`);
  return html`${entry(LABELS.operator, name)} ${entry(LABELS.operatorCode, code)}`;
}

/** On a screen the code can be clicked as well as scanned. */
function linked(url: string, drawing: Html): Html {
  return /^https?:\/\//.test(url) ? html`<a href="${url}">${drawing}</a>` : drawing;
}
