/**
 * A command that sends one cash invoice of 3.60 EUR without VAT; it is the same in every shell.
 * @param origin of the service: `https://fiscal.example`
 * @param key what stands for the API key, which is stored nowhere and cannot be filled in
 */
export function curlCommand(origin: string, key: string, isInVat: boolean, now: Date): string {
  const invoice = {
    type: 'Invoice',
    orderNumber: 0,
    typeOfInvoice: 'Cash',
    paymentMethod: 'BANKNOTE',
    paymentDeadline: now.toISOString().replace(/\.\d+Z$/, 'Z'),
    items: [
      {
        name: 'Espreso',
        code: 'ESP',
        unit: 'kom',
        unitPrice: 1.8,
        quantity: 2,
        vat: { rate: isInVat ? 21 : 0 },
      },
    ],
  };
  return [
    `curl ${origin}/api/invoices/cash/create-and-print \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '${JSON.stringify(invoice, null, 2)}'`,
  ].join('\n');
}
