// What stands under the items, always together and with the last of them: VAT by rate and
// exemption, totals, and what proves that the invoice is registered.

import { legalBasesOf } from '@fiscal/domain';
import type { ComputedInvoice, DecimalText, ReportHead, Words } from '@fiscal/domain';
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
export function legalBases(parts: Parameters<typeof legalBasesOf>[0]): Html | null {
  const bases = legalBasesOf(parts);
  return bases.length === 0
    ? null
    : html`<section class="legal-bases">${bases.map(sentence)}</section>`;
}

export function sentence(words: Words): Html {
  return html`<p class="sentence">${both(words)}</p>`;
}

/** The amount that counts most. */
export function grand(words: Words, amount: DecimalText): Html {
  return html`<div class="grand">
    <dt>${label(words)}</dt>
    <dd>${formatEuro(amount)}</dd>
  </div>`;
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
    ${grand(isInVat ? LABELS.totalWithVat : LABELS.total, amounts.total)}
  </dl>`;
}

function fiscalIdentification(document: InvoiceDocument): Html {
  const { codes, issued, fic, verificationUrl, paper, seller } = document;
  const isTheirs = seller.operatorCode !== undefined;
  return html`<section class="fiscal">
    ${linked(verificationUrl, qrCodeSvg(verificationUrl, paper))}
    <div class="fiscal-codes">
      <dl class="identifiers">
        ${entry(LABELS.iic, html`${typed(issued.iic)}`)}
        ${entry(LABELS.fic, fic === null ? sentence(FIC_FOLLOWS) : typed(fic))}
      </dl>
      <dl class="codes">
        ${operator(document.operatorName, codes.operatorCode, isTheirs)} ${registerCodes(codes)}
      </dl>
      ${sentence(SCAN)}
    </div>
  </section>`;
}

/**
 * Who sold, with the code.
 * @param isTheirs false of a name that is none of the company's operators, which stands alone.
 */
export function operator(name: string | null, operatorCode: string, isTheirs: boolean): Html {
  const code = html`<span class="code">${operatorCode}</span>`;
  if (!name) return entry(LABELS.operator, code);
  if (isTheirs) return entry(LABELS.operator, html`${typed(name)} ${code}`);
  return html`${entry(LABELS.operator, typed(name))} ${entry(LABELS.operatorCode, code)}`;
}

/** The codes of a cash register; one that was never registered has none of its own. */
export function registerCodes(
  of: Pick<ReportHead, 'businessUnitCode' | 'tcrCode' | 'softwareCode'>,
): Html {
  return html`${entry(LABELS.businessUnit, of.businessUnitCode)}
  ${entry(LABELS.tcr, of.tcrCode ?? '—')} ${entry(LABELS.software, of.softwareCode)}`;
}

/** On a screen the code can be clicked as well as scanned. */
function linked(url: string, drawing: Html): Html {
  return /^https?:\/\//.test(url) ? html`<a href="${url}">${drawing}</a>` : drawing;
}
