// The page that a QR code opens, `…/ic/#/verify?iic=…`: what is registered of an invoice, beside
// what the link says of it. Browsers send no fragment, so a small script asks for the page with the
// values as a query. A look is no receipt check: it is not in the ledger, and no mode spoils it.

import { Router } from 'express';
import type { Request, Response } from 'express';
import { parseAmount } from '../message/decimal.ts';
import type { Invoice } from '../message/invoice.ts';
import { parseInstant } from '../message/local-time.ts';
import type { RegisteredInvoice } from '../state/events.ts';
import type { Ledger } from '../state/ledger.ts';
import { invoiceIn } from './receipt-check.ts';

/** Values of the link by name. */
type Values = Readonly<Record<string, unknown>>;

/** One value of the link beside what is registered. */
interface Compared {
  words: string;
  said: string;
  registered: string;
  isSame: boolean;
}

// `+` of a time zone is literal in the link, and would be a space in a query.
const SCRIPT = `const query = location.hash.split('?')[1];
if (query) location.replace('verify?' + query.replaceAll('+', '%2B'));
addEventListener('hashchange', () => location.reload());
`;

const STYLE = `body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 24px; max-width: 720px; }
.simulator { background: #fbeed2; padding: 8px 12px; border-radius: 6px; }
h1.registered { color: #17663a; }
h1.missing, h1.different, td.different { color: #a61b1b; }
table { border-collapse: collapse; width: 100%; margin: 16px 0; }
th, td { text-align: left; padding: 6px 8px; border-bottom: 1px solid #ddd; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) {
  body { background: #16181b; color: #e6e6e6; }
  .simulator { background: #3a2f17; }
  h1.registered { color: #63c58d; }
  h1.missing, h1.different, td.different { color: #f28b82; }
}
`;

const NO_AUTHORITY =
  'This is a simulator of the tax administration: what it registers has no legal effect.';

/** Nothing but what the simulator itself serves. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function page(title: string, kind: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="verify.css">
<script src="verify.js" defer></script>
</head>
<body>
<p class="simulator">${escaped(NO_AUTHORITY)}</p>
<h1 class="${kind}">${escaped(title)}</h1>
${content}
</body>
</html>
`;
}

/** @returns an empty text where the link has no such value, or has it twice. */
function valueOf(values: Values, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}

/** Every value of the link, in its order. */
function compare(values: Values, registered: RegisteredInvoice, invoice: Invoice): Compared[] {
  const row = (
    name: string,
    words: string,
    known: string,
    isSame = (said: string) => said === known,
  ): Compared => {
    const said = valueOf(values, name);
    return { words, said, registered: known, isSame: isSame(said) };
  };
  const isAmount = (said: string) =>
    /^-?\d+\.\d\d$/.test(said) && parseAmount(said) === parseAmount(registered.totalPrice);
  const isInstant = (said: string) => parseInstant(said) === parseInstant(registered.issueDateTime);
  return [
    row('iic', 'IIC', registered.iic, (said) => said.toUpperCase() === registered.iic),
    row('tin', 'TIN of the seller', registered.tin),
    row('crtd', 'Time of issue', registered.issueDateTime, isInstant),
    row('ord', 'Ordinal number', String(registered.ordinal)),
    row('bu', 'Business unit', invoice.businUnitCode),
    row('cr', 'Cash register', registered.tcrCode),
    row('sw', 'Software', invoice.softCode),
    row('prc', 'Total with VAT', registered.totalPrice, isAmount),
  ];
}

function tableOf(compared: readonly Compared[]): string {
  const rows = compared.map(({ words, said, registered, isSame }) => {
    const mark = isSame ? '' : ' class="different"';
    const cells = `<td${mark}>${escaped(said) || '–'}</td><td>${escaped(registered)}</td>`;
    return `<tr><th scope="row">${words}</th>${cells}</tr>`;
  });
  return `<table><thead><tr><th></th><th>In the link</th><th>Registered</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
}

function detailsOf(registered: RegisteredInvoice, invoice: Invoice, ledger: Ledger): string {
  const correctives = ledger.correctivesOf(registered.iic).map(({ iic }) => iic);
  const { correctedIic } = registered;
  const rows: [string, string][] = [
    ['FIC', registered.fic],
    ['Number', registered.invoiceNumber],
    ['Seller', `${invoice.seller.name}, TIN ${registered.tin}`],
    ...(correctedIic === null ? [] : [['Corrects', correctedIic] as [string, string]]),
    ...correctives.map((iic): [string, string] => ['Corrected by', iic]),
  ];
  const cells = rows.map(([words, value]) => {
    return `<tr><th scope="row">${words}</th><td>${escaped(value)}</td></tr>`;
  });
  return `<table><tbody>${cells.join('\n')}</tbody></table>`;
}

/** The page about the invoice of a link. */
function show(ledger: Ledger, values: Values): { status: number; html: string } {
  const iic = valueOf(values, 'iic');
  const registered = ledger.firstInvoice(iic.toUpperCase());
  const invoice = registered && invoiceIn(registered.soap);
  if (!registered || !invoice) {
    const text = `<p>No invoice with the IIC ${escaped(iic) || '(none)'} is registered here.</p>`;
    return { status: 404, html: page('Not registered', 'missing', text) };
  }
  const compared = compare(values, registered, invoice);
  const content = tableOf(compared) + detailsOf(registered, invoice, ledger);
  if (compared.every(({ isSame }) => isSame)) {
    return { status: 200, html: page('Registered', 'registered', content) };
  }
  const words = 'The IIC is registered, but the link says something else of the invoice.';
  const html = page('The data differ', 'different', `<p>${words}</p>${content}`);
  return { status: 200, html };
}

/** Serves the page and what it loads. */
export function verifyPage(ledger: Ledger): Router {
  const router = Router();
  const send = (response: Response, type: string, text: string) => {
    response.set('Content-Security-Policy', POLICY);
    response.set('X-Content-Type-Options', 'nosniff');
    response.type(type).send(text);
  };
  router.get('/', (request: Request, response: Response) => {
    // Relative names begin at the folder.
    if (!request.originalUrl.startsWith('/ic/')) {
      response.redirect('/ic/');
      return;
    }
    const text = '<p>The QR code of an invoice leads to what is registered of it.</p>';
    send(response, 'html', page('Verify an invoice', 'start', text));
  });
  router.get('/verify', (request: Request, response: Response) => {
    const { status, html } = show(ledger, request.query);
    send(response.status(status), 'html', html);
  });
  router.get('/verify.js', (_request: Request, response: Response) => send(response, 'js', SCRIPT));
  router.get('/verify.css', (_request: Request, response: Response) =>
    send(response, 'css', STYLE),
  );
  return router;
}
