// The command that sends the first invoice, for the shells that shops and their programmers have.
// Each is pasted as it is: what a shell would read as its own stands in quotes.

/** In the order of the tabs. */
export const SHELLS = ['bash', 'powershell', 'cmd'] as const;
export type Shell = (typeof SHELLS)[number];

interface FirstInvoiceCall {
  /** Of the service, without a slash at the end. */
  origin: string;
  /** What stands for the API key, which is stored nowhere and cannot be filled in. */
  key: string;
  /** What is sent. */
  invoice: object;
}

export function commandFor(shell: Shell, { origin, key, invoice }: FirstInvoiceCall): string {
  const url = `${origin}/api/invoices/cash/create-and-print`;
  switch (shell) {
    case 'bash':
      return [
        `curl ${url} \\`,
        `  -H "Authorization: Bearer ${key}" \\`,
        '  -H "Content-Type: application/json" \\',
        `  -d '${plainJson(invoice, 2)}'`,
      ].join('\n');
    case 'powershell':
      // Its curl is another program in older versions, and loses the quotes of an argument.
      return [
        `Invoke-RestMethod -Method Post -Uri '${url}' \``,
        `  -Headers @{ Authorization = 'Bearer ${key}' } \``,
        "  -ContentType 'application/json' `",
        `  -Body '${plainJson(invoice)}'`,
      ].join('\n');
    case 'cmd':
      // Only double quotes hold words together there; those of the JSON are escaped for curl.
      return [
        `curl ${url} ^`,
        `  -H "Authorization: Bearer ${key}" ^`,
        '  -H "Content-Type: application/json" ^',
        `  -d "${plainJson(invoice).replaceAll('"', String.raw`\"`)}"`,
      ].join('\n');
  }
}

/**
 * All that a shell reads as its own within its quotes, or that older ones send in another encoding.
 */
const NOT_PLAIN = /\\["\\]|['`$!%^&|<>]|[^\n -~]/g;

/** JSON in ASCII whose values hold nothing but quotes that a shell could read as its own. */
function plainJson(value: object, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(NOT_PLAIN, (written) => {
    const code = written.charCodeAt(written.length - 1);
    return String.raw`\u` + code.toString(16).padStart(4, '0');
  });
}
