// A report: where it is from, then sums or documents (extensions §8). The same on both papers: only
// the style sheet sets it in another way.

import {
  DOCUMENT_KINDS,
  IN_DRAWER,
  PAYMENT_KINDS,
  readSentences,
  REPORT_WORDS,
} from '@fiscal/domain';
import type {
  DecimalText,
  DocumentSums,
  Journal,
  JournalEntry,
  PrintedReport,
  Report,
  ReportSums,
  VatTreatment,
  Words,
} from '@fiscal/domain';
import { formatDecimal, formatEuro, formatIssueDateTime, formatVat } from '../format.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';
import { both, entry, LABELS, REPORT_LABELS, REPORT_NAMES, typed } from '../labels.ts';
import { printedAmounts } from '../printed-amounts.ts';
import { grand, legalBases, operator, registerCodes, sentence } from './footer.ts';
import { heading } from './heading.ts';

type AnyReport = PrintedReport['report'];

/** What a report is called on every page, and what it says. */
export function reportContent({ seller, operatorName, report }: PrintedReport) {
  const words = REPORT_NAMES[report.report];
  const title = `${words.me} ${report.tcrCode ?? ''} ${rangeOf(report)}`;
  const body = html`${heading(seller, words, null)}
    <dl class="facts">
      ${entry(REPORT_LABELS.range, rangeOf(report))}
      ${entry(REPORT_LABELS.madeAt, momentOf(report.madeAt))}
      ${operator(operatorName, report.operatorCode, true)} ${registerCodes(report)}
    </dl>
    ${'documents' in report ? journal(report) : allSums(report)}`;
  // Of a journal the structure would be most of the file.
  const isTagged = !('documents' in report);
  return { title, name: title, setting: 'report', isTagged, body };
}

function allSums(report: Report): Html {
  return html`${sumsOf(report)}
  ${report.sections.map(
    (each) =>
      html`<dl class="facts">${registerCodes(each)}</dl>
        ${sumsOf(each)}`,
  )}`;
}

/** The first and the last second; of a day that is not over, until it was made. */
function rangeOf({ report, from, to, madeAt }: AnyReport): string {
  const end = report === 'state' ? madeAt : `${to}T23:59:59`;
  return `${momentOf(`${from}T00:00:00`)} – ${momentOf(end)}`;
}

function momentOf(issueDateTime: string): string {
  const { date, time } = formatIssueDateTime(issueDateTime);
  return `${date} ${time}`;
}

function sumsOf(sums: ReportSums): Html {
  const { registered, notRegistered, turnover, drawer, forDeposit, failed } = sums;
  const cash =
    drawer && IN_DRAWER.map((name) => entry(REPORT_WORDS[name], formatEuro(drawer[name])));
  return html`<div class="sums">
      ${sum(REPORT_WORDS.registered, registered)} ${sum(REPORT_WORDS.notRegistered, notRegistered)}
      ${sum(REPORT_WORDS.turnover, turnover)}
    </div>
    ${legalBases({ lines: [], sameTaxGroups: turnover.byVat.map(treatmentOf) })}
    <dl class="totals cash">${cash} ${grand(REPORT_WORDS.forDeposit, forDeposit)}</dl>
    ${failed.length > 0 ? html`<h2>${both(REPORT_WORDS.failed)}</h2>` : null}
    ${failed.map(
      ({ invoiceNumber, issuedAt, total, iic, code, reason }) =>
        html`<section class="entry">
          ${entryHead(html`${typed(invoiceNumber)} ${momentOf(issuedAt)}`, total)}
          <p>${LABELS.iic.me} ${iic ?? '—'} ${whyFailed(code, reason)}</p>
        </section>`,
    )}`;
}

function sum(title: Words, { count, total, byType, byPayment, byVat }: DocumentSums): Html {
  return html`<section class="sum">
    <h2>${both(title)}</h2>
    <dl class="totals">
      ${entry(REPORT_LABELS.documents, String(count))}
      ${byType.map((row) => counted(DOCUMENT_KINDS[row.type].words, row.count, row.total))}
      ${byPayment.map((row) =>
        counted(PAYMENT_KINDS[row.method].wordsOnPaper, row.count, row.amount),
      )}
      ${byVat.flatMap((row) => {
        const name = formatVat(treatmentOf(row));
        return [
          entry(named(LABELS.base, name), formatEuro(row.base)),
          entry(named(LABELS.vat, name), formatEuro(row.vat)),
          entry(named(LABELS.withVat, name), formatEuro(row.total)),
        ];
      })}
      ${grand(LABELS.total, total)}
    </dl>
  </section>`;
}

function treatmentOf({ rate, exemption }: DocumentSums['byVat'][number]): VatTreatment {
  return exemption === null ? { vatRate: rate } : { vatRate: null, exemption };
}

function named({ me, en }: Words, name: string): Words {
  return { me: `${me} ${name}`, en };
}

function counted(words: Words, count: number, amount: DecimalText): Html {
  return entry(named(words, `(${count})`), formatEuro(amount));
}

/** Documents by day, and what each day comes to. */
function journal({ documents, subtotals }: Journal<JournalEntry>): Html {
  if (documents.length === 0) return sentence(REPORT_LABELS.none);
  const days = Map.groupBy(documents, ({ date }) => date);
  return html`${[...days].map(([day, ofDay]) => {
    const sums = subtotals.filter(({ date }) => date === day);
    const { date } = formatIssueDateTime(`${day}T00:00:00`);
    return html`${ofDay.map(documentOf)}
    ${sums.map(
      ({ count, total }) =>
        html`<dl class="totals cash">
          ${grand(named(REPORT_LABELS.subtotal, `${date} (${count})`), total)}
        </dl>`,
    )}`;
  })}`;
}

function documentOf({ type, corrects, payments, computed, ...entry }: JournalEntry): Html {
  const { date, issueDateTime, invoiceNumber, ordinal, iic, fic, failure } = entry;
  const amounts = printedAmounts(computed).lines;
  const paid = payments.map(
    ({ method, amount }) => `${PAYMENT_KINDS[method].wordsOnPaper.me} ${formatEuro(amount)}`,
  );
  const name = html`${typed(invoiceNumber ?? String(ordinal))}
  ${momentOf(issueDateTime ?? `${date}T00:00:00`)} ${DOCUMENT_KINDS[type].words.me}`;
  return html`<section class="entry">
    ${entryHead(name, computed.totals.total)}
    <p>
      ${LABELS.iic.me} ${iic ?? '—'} ${LABELS.fic.me} ${fic ?? '—'}
      ${failure && whyFailed(failure.code, failure.error)}
    </p>
    ${corrects && html`<p>${LABELS.corrects.me}: ${LABELS.iic.me} ${corrects}</p>`}
    ${computed.lines.map(
      (line, index) =>
        html`<p class="line">
          <b>${formatDecimal(amounts[index]?.total ?? '', 2)}</b>
          ${typed(line.name)} · ${formatDecimal(line.quantity, 0)} ${typed(line.unit)} ×
          ${formatDecimal(line.unitPriceAfterVat, 2)}
          ${computed.sameTaxGroups.length > 0 ? `· ${formatVat(line)}` : null}
        </p>`,
    )}
    <p>${paid.join(', ')}</p>
  </section>`;
}

/** Our code and the authority's own words: those are Montenegrin, and our sentences English. */
function whyFailed(code: string, sentence: string): Html {
  const { efiCode, efiMessage } = readSentences(sentence)?.[0]?.values ?? {};
  return html`${code} ${efiCode} ${typed(efiMessage)}`;
}

/** What a document is called, and its total. */
function entryHead(name: Html, total: DecimalText): Html {
  return html`<p class="entry-head"><b>${formatEuro(total)}</b>${name}</p>`;
}
