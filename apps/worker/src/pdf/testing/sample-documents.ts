// Invoices to look at and to test with: every shape that a print can take. Invented companies and
// codes.

import { computeInvoice, requestedPayments } from '@fiscal/domain';
import type { Exemption, InvoiceItem, InvoiceRequest } from '@fiscal/domain';
import type { InvoiceDocument, PrintedRequest } from '../document/document-model.ts';

/** One item in short: name, unit, quantity, price without VAT, rate, and what is optional. */
interface Sale {
  name: string;
  code?: string;
  unit?: string;
  quantity?: number;
  price: number;
  /** The price is with VAT. */
  priceFirst?: boolean;
  rate?: number;
  exemption?: Exemption;
  isExport?: boolean;
  rebate?: number;
}

const IIC = '0D7C3EE1EEBAB4A08F4D5003FAE35E7B';
const FIC = '67822bea-7e5a-4c56-a195-547e51ee5cd8';
const BUYER = {
  idType: 'TIN',
  idNumber: '02654321',
  name: 'Đurđevića Tara Konsalting d.o.o.',
  address: 'Bulevar Svetog Petra Cetinjskog 114',
  city: '81000 Podgorica',
  country: 'MNE',
} as const;

const ABROAD = {
  idType: 'VAT',
  idNumber: 'DE123456789',
  name: 'Weinhaus am Rhein GmbH',
  address: 'Hauptstraße 12',
  city: '50667 Köln',
  country: 'DEU',
} as const;

function toItem(sale: Sale): InvoiceItem {
  return {
    name: sale.name,
    code: sale.code,
    unit: sale.unit,
    unitPrice: sale.price,
    quantity: sale.quantity ?? 1,
    vat: sale.exemption ? { rate: 0, exemption: sale.exemption } : { rate: sale.rate ?? 21 },
    isExport: sale.isExport,
    rebatePercentage: sale.rebate,
    rebateReducingBase: sale.rebate === undefined ? undefined : true,
  };
}

const SELLER = {
  tin: '03257746',
  name: 'Blue Marlin d.o.o.',
  address: 'Studentska ulica b.b., lamela 7',
  town: 'Podgorica',
  country: 'MNE',
  isInVat: true,
  vatNumber: '30/31-12345-6',
  bankAccount: '510-0000000012345-67',
  operatorCode: 'ql047tb248',
};

/** What is printed of a request, and how it is paid. */
type SampleRequest = PrintedRequest &
  Pick<InvoiceRequest, 'paymentMethod' | 'advancePaymentIic' | 'payments'>;

/** A finished document of the given sales; everything else can be replaced. */
export function sampleDocument(
  sales: readonly Sale[],
  request: Partial<SampleRequest> = {},
  rest: Partial<InvoiceDocument> = {},
): InvoiceDocument {
  const { seller = SELLER } = rest;
  const items = sales.map(toItem);
  const pricing = {
    isInVat: seller.isInVat,
    pricesIncludeVat: sales.some(({ priceFirst }) => priceFirst === true),
  };
  const { discountAmount, paymentMethod = 'BANKNOTE', advancePaymentIic, payments } = request;
  const computed = computeInvoice({ items, discountAmount }, pricing);
  return {
    paper: 'a4',
    environment: 'live',
    seller,
    codes: {
      businessUnitCode: 'sc782yk198',
      tcrCode: 'pe967bd413',
      softwareCode: 'qo391jt923',
      operatorCode: 'ql047tb248',
      maintainerCode: 'mt118wz305',
    },
    operatorName: 'Milica Šćekić',
    issued: {
      ordinal: 27585,
      invoiceNumber: 'sc782yk198/27585/2026/pe967bd413',
      issueDateTime: '2026-07-11T15:51:04+02:00',
      iic: IIC,
      iicSignature: 'A7'.repeat(256),
    },
    fic: FIC,
    request: {
      type: 'Invoice',
      typeOfInvoice: 'Cash',
      paymentDeadline: '2026-07-11T13:51:04Z',
      items,
      ...request,
    },
    payments: requestedPayments(
      { paymentMethod, advancePaymentIic, ...(payments && { payments }) },
      computed.totals.total,
    ),
    original: null,
    computed,
    verificationUrl:
      `https://mapr.tax.gov.me/ic/#/verify?iic=${IIC}&tin=03257746` +
      '&crtd=2026-07-11T15:51:04+02:00&ord=27585&bu=sc782yk198&cr=pe967bd413' +
      `&sw=qo391jt923&prc=${computed.totals.total}`,
    ...rest,
  };
}

const LUNCH: Sale[] = [
  { name: 'Coca-Cola Zero 0,25 l', code: '32', price: 3.6, priceFirst: true },
  {
    name: 'Cezar salata sa piletinom',
    code: '635',
    quantity: 2,
    price: 12.5,
    rate: 15,
    priceFirst: true,
  },
  {
    name: 'Brancin na žaru, blitva i krompir',
    code: '825',
    price: 16.9,
    rate: 15,
    priceFirst: true,
  },
];

const PROJECT: Sale[] = [
  {
    name: 'Izrada idejnog rješenja enterijera',
    code: 'PRJ-01',
    unit: 'sat',
    quantity: 24,
    price: 45,
  },
  { name: 'Nadzor na gradilištu', code: 'NDZ-02', unit: 'dan', quantity: 3.5, price: 180 },
  { name: 'Štampa i uvez projektne dokumentacije', unit: 'kom', quantity: 4, price: 32.5, rate: 7 },
];

const NON_CASH = {
  typeOfInvoice: 'NonCash',
  paymentMethod: 'ACCOUNT',
  paymentDeadline: '2026-07-25T22:00:00Z',
  buyer: BUYER,
} as const;

/** `count` items of a grocer, no two alike. */
export function groceries(count: number): Sale[] {
  const names = ['Maslinovo ulje „Žutica“ 1 l', 'Njeguški pršut', 'Sir iz mijeha', 'Vranac 0,75 l'];
  return Array.from({ length: count }, (_, index) => ({
    name: `${names[index % names.length] ?? ''}, pakovanje ${index + 1}`,
    code: `ART-${String(1000 + index)}`,
    unit: index % 3 === 0 ? 'kg' : 'kom',
    quantity: (index % 7) + 1,
    price: (115 + index * 327) / 100,
    rate: [21, 15, 7][index % 3] ?? 21,
  }));
}

const HOSTILE: Sale[] = [
  { name: '<script>alert(1)</script><img src=x onerror="alert(2)">', code: '"><b>x', price: 1 },
  { name: 'W'.repeat(200), code: 'X'.repeat(50), unit: 'kilogramomet'.repeat(3), price: 12.3456 },
  { name: 'שלום עולם \u202Eevil\u202C مرحبا', code: '\u0007bell\u0000', price: 3 },
  { name: 'Кафа „Златна џезва“ 200 г, Ђурђевдан', code: '</td></table>', price: 4.2, rate: 7 },
  { name: 'Poklon 🎁 kutija 👩‍👩‍👧 Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳', price: 9999999999.9999 },
];

const RED_DOT =
  'data:image/png;base64,' +
  'iVBORw0KGgoAAAANSUhEUgAAAZAAAABgBAMAAADBdDlSAAAAMFBMVEVMaXELSW4LSm0LSW0LSW0LSm0LSm0LSW0MSm4MSm7////W4OclXX1PfJaiush0l6yj9LM0AAAACXRSTlMALU3Rs5Rv6xUbMHHzAAAACXBIWXMAABYlAAAWJQFJUiTwAAAE2UlEQVR42u2czU8TQRTAd/myx4omprcKkdobukCytxoR6a18xKQ3IlblhhqV3ioxEm8t/WJiK/eieBZMPKOJd/gPJP4D6MWd3Z3OsPu2HcOy7Yx94aOFdvN++/Z9zNs3VZSe9KQn/yrq2IKWrWqT98NiYzzIIluqMwKjvNERI9U5UTmWkUNuSsKB0AsROR4hJAXJJQTKDdE4BpGHpMTiCOleIEWxonAMecpTkTiGUAtZEggk3QqkLA7HAGopCWFAkq1BSsKHXtFC8Eo7kIoYHH2orUSFALnSHmRNCBC9PUhRClcXxd0jPCAF8ZOIMNfWEOKS7o9bF/hAVs++UnhoSM54MGb8jnYgG/qVE1Vi2OT5lG86H0gRKpfDbEbd7CwIp4s4nSTNBuX+bgDp5wUZB0DW2ADeYZAIL0gBAKmwTzoMkuYFqQBvsxwnhLoBJMsLUoT4o4ybcYOcS/hVEbeEAZAEk4m4QTqZ113NFBtkCz+OdwPIAD9IAgApM8WaBfIqs6hpEzPX7dcNj4yMhBV1UZuiINbfFGXd+G287trtifnAChRXkYJBqsaXfaazBGTBcW8Fp9uUquMGhsvZI2YsjPlz/yLCD1JwgpSt6w2vZ9IERHesYEyQOPIGee1TEzDOD7LpBClYafKtcf4jbpBSE2QetQBJ+rTeWeEHqThB8klTAeMQFQDEMgl+frcFSNGv9Q6bD+t/9na+HvJ1Tk2QuHneDf/YYkGeTWvZZkTTqYFAEN/WO8wZ3N5rGLJzwtVvNEFwnZbDpW+KgkzieNWXJOD28V96gzzP6H40BShI3eQwSA55UrsJgpPQEg7g4SbIHI3qxebxq48VNeMBUs5Z3Y9x3yqU44Ytu9wgIePdqxH8n4gjGJhK5wjILFxrRUh2wi/K+wXyvdGULzBI1QWCf27ibxdIiNQ0WMdqrgVIzj7Y1hlBiJa1PQqycwCTuEGwNbBVWJD1zLSmaURpnYY7EKREQmfBJxDGIJ4mcYMMkGxGQZZPByKdnmwQpOIXSNZtEC+TAJeW3f7OUZCYo8rUqR+DIJskK/sE8s5y88O65fKf+Zzd9uUS1akPASCJFiAFv0B0JmTtGoaoHXsGLghkxS4vCMgGBJIKDmTbtMOJ42HbhGgrPk5BTLCZqxeHAwexSpRvWPmPlr5H+PEHqv+Bd4lid/KjFATr/YSE30BBVmhWtzN63XR3CrJ/4Fk0WspVGb8lxYYaOIhdxv9oND4RzX9jkp/k2XtiKXcZn7eUKlOQENF1MHAQUoEesao3TmP98lhY5S0dtihI0xAbgYOQpW5tn15MZk5hLjS7jFyFQPqs5TdrkXEyohMoSLP5UKMgHq6fgEAYwxJnL4VDo8GHX6gd5BGMlzhArCCY7UAeARt0cHoMc4CQhFgKHAS8PQIWLO6WKQBCSpTZ4EGgJjZYQlZ4QOy8VAo+IcKNLaioL3CBqFjLYrQDIOCNHmiZxbmoVjN37oW7Z6IGWPhGxZxEcbUiioIOa7maQxVRBwac7bpVRdQRDkcDtetdhHOoptQbc1J6g2f/7Sjg6R6OyMOZ0ozLSjPALM9IuTRD/vJsu5BmI4w8W5Ok2Swmz/Y9aTZUKsplmOOWIpzExHcQxXMb+JQipIxKsjFfno9KkOfDK+T5OJGe9KQnrPwF2d9q7QNswvIAAAAASUVORK5CYII=';

function cancellation(): InvoiceDocument {
  const sales = PROJECT.map((sale) => ({
    ...sale,
    quantity: -(sale.quantity ?? 1),
    price: -sale.price,
  }));
  return sampleDocument(
    sales,
    { ...NON_CASH, type: 'Corrective', note: 'Storno u cjelosti — naručilac je odustao.' },
    {
      original: {
        iic: 'E4033D471FEEA47A3C664B15C669C709',
        issuedAt: '2026-07-09T08:12:44.000Z',
        invoiceNumber: 'sc782yk198/27411/2026/pe967bd413',
      },
    },
  );
}

const LONG_NOTE =
  'Po narudžbenici NAR-2026/118 od 02.07.2026. Rok isporuke je ispoštovan; dokumentacija je predata ' +
  'u četiri primjerka. Za zakašnjelu uplatu obračunava se zakonska zatezna kamata. Reklamacije se ' +
  'primaju u roku od osam dana od prijema računa.\nPoziv na broj: 27585-2026. Hvala na povjerenju!';

export const SAMPLES: Record<string, () => InvoiceDocument> = {
  cash: () => sampleDocument(LUNCH),
  'non-cash': () =>
    sampleDocument(
      PROJECT,
      { ...NON_CASH, note: LONG_NOTE },
      { seller: { ...SELLER, logo: RED_DOT } },
    ),
  cancellation,
  advance: () =>
    sampleDocument(
      [{ name: 'Avans za izradu kuhinje po ponudi 44/26', unit: 'usl', price: 1239.6694 }],
      { ...NON_CASH, type: 'Advance' },
    ),
  'outside-vat': () =>
    sampleDocument(PROJECT, NON_CASH, {
      seller: { ...SELLER, isInVat: false, vatNumber: null, name: 'Zanat Šćepanović' },
    }),
  offline: () => sampleDocument(LUNCH, { paymentMethod: 'CARD' }, { fic: null }),
  test: () => sampleDocument(LUNCH, {}, { environment: 'test' }),
  'paid-by-advance': () =>
    sampleDocument(PROJECT, { ...NON_CASH, paymentMethod: 'ADVANCE', advancePaymentIic: IIC }),
  replacing: () =>
    sampleDocument(PROJECT, { ...NON_CASH, taxPeriod: '11/2026', replaces: IIC, note: LONG_NOTE }),
  'several-payments': () =>
    sampleDocument(LUNCH, {
      advancePaymentIic: IIC,
      payments: [
        { method: 'BANKNOTE', amount: 10 },
        { method: 'CARD', amount: 12.35 },
        { method: 'OTHER-CASH', amount: 2 },
        { method: 'ADVANCE', amount: 21.15 },
      ],
    }),
  discounts: () =>
    sampleDocument(
      [
        { name: 'Trpezarijski sto, hrast', code: 'STO-7', price: 840, rebate: 10 },
        { name: 'Stolica „Durmitor“', code: 'STL-2', quantity: 6, price: 96.5 },
        { name: 'Dostava i montaža', unit: 'usl', price: 60, rebate: 12.5 },
      ],
      { ...NON_CASH, discountAmount: 138.75 },
    ),
  exempt: () =>
    sampleDocument([
      { name: 'Specijalistički pregled', price: 60, exemption: 'VAT_CL26' },
      { name: 'Izlet u Durmitor', quantity: 2, price: 35, exemption: 'VAT_CL44' },
      { name: 'Udžbenik', price: 12.5, rate: 0 },
      { name: 'Kafa', quantity: 2, price: 1.8 },
    ]),
  export: () =>
    sampleDocument(
      [
        { name: 'Vranac 0,75 l', code: 'V-75', quantity: 120, price: 5.4, rate: 0, isExport: true },
        { name: 'Prevoz do granice', unit: 'usl', price: 180, exemption: 'VAT_CL30' },
      ],
      { ...NON_CASH, buyer: { ...ABROAD } },
    ),
  'sixty-items': () => sampleDocument(groceries(60), NON_CASH),
  hostile: () =>
    sampleDocument(
      HOSTILE,
      {
        ...NON_CASH,
        buyer: {
          ...BUYER,
          name: `</style><script>x</script>${'Ж'.repeat(150)}`,
          city: '\u202Egnp',
        },
        note: `<iframe src="file:///etc/passwd"></iframe>\n${'—'.repeat(300)}`,
      },
      { operatorName: `O'Brien "${'y'.repeat(90)}"` },
    ),
};
