// The words at the top of the docs page: what a shop needs to know beside the endpoints. The long
// version with every example is docs/integration-guide.md.

import { FAILURES } from '@fiscal/domain';
import { problemsOf } from '../http/refusal/problems.ts';
import type { ErrorExplanation } from '../http/refusal/problems.ts';
import { ISSUES } from './issues.ts';
const INTRODUCTION = `
Send an invoice as JSON. Get back the codes of the tax authority (IIC and FIC) and a PDF.

1. **Cash, one step:** \`POST /api/invoices/cash/create-and-print\`.
2. **Everything else, two steps:** \`POST /api/invoices/draft\`, then
   \`POST /api/invoices/{id}/fiscalize\`. On 202 read \`GET /api/invoices/{id}\` every 1 to 2 seconds
   until the status is no longer \`Pending\`.

A \`Fiscalized\` invoice is never changed or deleted: a correction is a new invoice of type
\`Corrective\`.`;

const SECTIONS: Readonly<Record<string, string>> = {
  'Keys and environments': `
Every call carries \`Authorization: Bearer <API_KEY>\`. A \`key_test_…\` issues test invoices, a
\`key_live_…\` legal ones. Test and live invoices never meet: a key does not see the other
environment. The codes of the cash register and the certificate are kept in the admin panel and are
never sent.`,

  Statuses: `
| Status | What it means | What you do |
| --- | --- | --- |
| \`Draft\` | saved, not sent | fiscalize it |
| \`Pending\` | in progress | read again in 1 to 2 seconds |
| \`Fiscalized\` | registered, has IIC and FIC | print it |
| \`Offline\` | signed, valid, has its IIC; the authority has not replied yet | print it; the FIC comes by itself |
| \`Failed\` | not issued; \`error\` says why | do what \`error.remedy\` says, fiscalize again |`,

  'After a timeout or a lost response': `
With an \`externalId\` send the same call again, as it was: it finds what became of the first one.
Without one never create the invoice again at once: it may have been stored, and issued.

1. You have the \`id\`: read the invoice, and go on by its status. \`fiscalize\` may be repeated safely.
2. You have no \`id\`: look for it with \`GET /api/invoices?note=<your order number>\`.
3. It is not there: now create it.`,

  'Waiting instead of polling': `
\`Prefer: wait=10\` lets \`fiscalize\` return the outcome, and a read return at the next change of
the status. The longest wait is 30 seconds. When the time is up you get the record as it is.
\`POST /api/invoices/status\` reads the statuses of up to 1 000 invoices at once.`,

  Correctives: `
Read the original. Send \`type\` \`Corrective\`, the same \`typeOfInvoice\` and \`paymentMethod\`,
\`original.id\` = its \`iic\`, \`original.issuedAt\` = its \`fiscalizedAt\`.

- **Full cancellation:** the same items with negative \`quantity\` and negative \`unitPrice\`, the same
  \`discountAmount\`, the same buyer.
- **Partial correction:** only the differences: negative lines for what comes back, positive lines for
  what is issued instead.
- **Wrong price:** one negative line with the old price, one positive line with the right one.`,

  Limits: `
At most 1000 items and 1 MiB an invoice, and 150 000 bytes in the message to the tax
authority, room for a thousand short lines. Calls are limited by key and company, writes and reads apart, and large
calls count for several: see the headers \`RateLimit\` and \`RateLimit-Policy\`. On 429 wait the seconds of \`Retry-After\`.`,

  Errors: `
Every error body has \`error\` (a sentence), \`code\` (stable) and \`requestId\`. Refused payloads list all
problems in \`details\`. Failed fiscalizations add \`tcrCode\`, \`efiCode\`, \`efiMessage\`, \`retryable\`,
\`remedy\` and \`invoiceId\`.

${errorTable('The call', problemsOf('api'))}

${errorTable('Fiscalization', FAILURES)}

${errorTable('Fields', ISSUES)}`,
};

/** Markdown; sections are folded. */
export function describeService(): string {
  const sections = Object.entries(SECTIONS).map(
    ([title, text]) => `<details>\n<summary>${title}</summary>\n\n${text.trim()}\n\n</details>`,
  );
  return [INTRODUCTION.trim(), ...sections].join('\n\n');
}

/** Rows of code, status, cause and remedy in Markdown, as docs/errors.md has them too. */
export function errorRows(explanations: Readonly<Record<string, ErrorExplanation>>): string[] {
  return Object.entries(explanations).map(
    ([code, { status = 400, cause, remedy }]) =>
      `| \`${code}\` | ${status} | ${cause} | ${remedy} |`,
  );
}

function errorTable(title: string, explanations: Readonly<Record<string, ErrorExplanation>>) {
  const head = [`| ${title} | HTTP | Cause | Remedy |`, '| --- | --- | --- | --- |'];
  return [...head, ...errorRows(explanations)].join('\n');
}
