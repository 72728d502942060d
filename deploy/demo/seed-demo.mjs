// Makes the demo company of registry.json, with its cash register and its e-seal, where it is not
// there yet, and a new test key each time. For trying the service with the simulator, never for a
// real installation: keys and certificates of real companies come through the panel.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  createApiKey,
  createCashRegister,
  createCompany,
  storeCertificate,
} from '../../packages/db/dist/company/index.js';
import { openDatabase } from '../../packages/db/dist/connection/index.js';

const environment = 'test';
/** As the audit log names who makes the demo. */
const actor = 'command-line';

/** What the database has to know of the company that the simulator's register knows. */
async function seed(db, { taxpayer, tcr, operator }, { recipient, seal, sealKey }) {
  const known = await db.prisma.company.findFirst({ where: { tin: taxpayer.tin } });
  if (known !== null) return known.id;
  const profile = {
    tin: taxpayer.tin,
    name: taxpayer.name,
    address: 'Ulica Njegoševa 1',
    town: 'Žabljak',
    country: 'MNE',
    isInVat: taxpayer.isInVat,
    vatNumber: '30/31-00001-1',
    bankAccount: '520-0000000012345-67',
    logo: null,
    pricesIncludeVat: false,
    offlineIssuing: true,
    printsAtOnce: false,
  };
  const { id: companyId } = await createCompany(db, profile, actor);
  const cashRegister = {
    companyId,
    environment,
    name: 'Kasa 1',
    tcrCode: tcr.code,
    internalId: tcr.internalId,
    type: tcr.type,
    businessUnitCode: tcr.businessUnitCode,
    softwareCode: tcr.softwareCode,
    operatorCode: operator.code,
    maintainerCode: tcr.maintainerCode,
  };
  const { kind } = await createCashRegister(db, cashRegister, actor);
  if (kind !== 'done') throw new Error(`The cash register could not be stored (${kind}).`);
  const certificate = new X509Certificate(seal);
  const facts = {
    companyId,
    environment,
    subject: certificate.subject.replaceAll('\n', ', '),
    issuer: certificate.issuer.replaceAll('\n', ', '),
    serialNumber: certificate.serialNumber,
    tin: taxpayer.tin,
    fingerprintSha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    notBefore: certificate.validFromDate,
    notAfter: certificate.validToDate,
    certificateDer: certificate.raw,
    privateKeyDer: createPrivateKey(sealKey).export({ type: 'pkcs8', format: 'der' }),
  };
  await storeCertificate(db, recipient, facts, actor);
  return companyId;
}

async function main({ DATABASE_URL, CERTIFICATE_RECIPIENT, EFI_PKI, API_URL }) {
  const registry = JSON.parse(await readFile(new URL('registry.json', import.meta.url), 'utf8'));
  const [taxpayer] = registry.taxpayers;
  const [tcr] = registry.tcrs;
  const [operator] = registry.operators;
  const stem = `${EFI_PKI}/seal-${taxpayer.tin}`;
  const db = openDatabase({
    url: DATABASE_URL,
    maxConnections: 1,
    applicationName: 'fiscal-demo',
    // The statement that fails says it better.
    onError: () => undefined,
  });
  try {
    const companyId = await seed(
      db,
      { taxpayer, tcr, operator },
      {
        recipient: CERTIFICATE_RECIPIENT,
        seal: await readFile(`${stem}.pem`),
        sealKey: await readFile(`${stem}.key.pem`),
      },
    );
    const wanted = { companyId, environment, name: 'Demo', cashRegisterId: null, expiresAt: null };
    const { key } = (await createApiKey(db, wanted, actor)).made;
    process.stdout.write(`${taxpayer.name} (PIB ${taxpayer.tin}) may be tried with this test key:

  ${key}

A first invoice:

  curl -s ${API_URL}/api/invoices/cash/create-and-print \\
    -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
    -d '{"type":"Invoice","orderNumber":0,"typeOfInvoice":"Cash","paymentMethod":"BANKNOTE",
         "paymentDeadline":"${new Date().toISOString()}",
         "items":[{"name":"Espreso","unitPrice":1.80,"quantity":2,"vat":{"rate":21}}]}'
`);
  } finally {
    await db.close();
  }
}

try {
  await main(process.env);
} catch (error) {
  process.stderr.write(`The demo company could not be made. ${error.message}\n`);
  process.exitCode = 1;
}
