// Every page of apps/admin/src/router.tsx with its title, and what can be opened on it.

import type { SeededShop } from './seeded-company.ts';
import type { PanelUser } from './browser.ts';
import type { Texts } from './texts.ts';

/** A dialog or a menu of a page. */
export interface Overlay {
  name: string;
  open(person: PanelUser, texts: Texts): Promise<void>;
  /** Escape, where nothing is said. */
  close?(person: PanelUser, texts: Texts): Promise<void>;
}

/** A page. */
export interface Place {
  name: string;
  path: string;
  title: string | RegExp;
  overlays?: Overlay[];
  /** Opened before it is looked at: what is folded away. */
  prepare?(person: PanelUser): Promise<void>;
}

const opens = (name: string, open: Overlay['open'], close?: Overlay['close']): Overlay => ({
  name,
  open,
  ...(close && { close }),
});
const button = (name: string, pick: (texts: Texts) => string) =>
  opens(name, (person, texts) => person.click('button', pick(texts)));
const filled = (text: string, values: Record<string, string>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '');

/** A menu of a thing, and the focus in it: before that it cannot have been read. */
const menuOf =
  (name: (texts: Texts) => string): Overlay['open'] =>
  async (person, texts) => {
    await person.click('button', name(texts));
    await person.page.waitForFunction(() =>
      document.querySelector('[role=menu]')?.contains(document.activeElement),
    );
    await person.pause();
  };

/** What an item of a menu opens. */
const fromMenu = (name: string, menu: Overlay['open'], pick: (texts: Texts) => string) =>
  opens(name, async (person, texts) => {
    await menu(person, texts);
    await person.click('menuitem', pick(texts));
  });

/** What people who are not signed in see. */
export const outsidePlaces = ({ reports, signIn }: Texts): Place[] => [
  { name: 'sign-in', path: '/sign-in', title: signIn.title },
  {
    name: 'invitation-over',
    path: `/invitation#${'A'.repeat(43)}`,
    title: signIn.invitation.title,
  },
  { name: 'forgotten-password', path: '/forgotten-password', title: /./ },
  { name: 'invitation-cut', path: '/invitation', title: signIn.invitation.title },
  { name: 'inspection-over', path: '/inspection#over', title: reports.inspection.over },
];

/** What operators alone see. */
export const operatorPlaces = (texts: Texts): Place[] => [
  { name: 'overview', path: '/overview', title: texts.overview.title },
  { name: 'companies', path: '/companies', title: texts.companies.list.title },
  { name: 'new-company', path: '/companies/new', title: texts.companies.create.title },
  {
    name: 'all-invoices',
    path: '/invoices?environment=test',
    title: texts.invoices.all.title,
  },
  {
    name: 'all-failed',
    path: '/failed?environment=test',
    title: texts.failedWork.title,
    prepare: (person) => person.click('button', texts.failedWork.show),
  },
  { name: 'all-offline', path: '/offline?environment=test', title: texts.failedWork.offline.title },
  { name: 'operations', path: '/operations', title: texts.operations.title },
  {
    name: 'users',
    path: '/users',
    title: texts.people.users.title,
    overlays: [button('invite-user', ({ people }) => people.users.invite)],
  },
  { name: 'all-audit', path: '/audit', title: texts.audit.title },
];

/** What everybody sees who is signed in. */
export const ownPlaces = (texts: Texts): Place[] => [
  {
    name: 'account',
    path: '/account',
    title: texts.account.title,
    overlays: [
      button('account-menu', ({ shell }) => shell.account.menu),
      button('sign-out-question', ({ account }) => account.sessions.everywhere),
    ],
  },
  { name: 'not-found', path: '/nowhere', title: texts.shell.notFound.title },
];

interface CompanyNames {
  register: string;
  key: string;
  invited: string;
}

/** A company's pages with an invoice in every state. */
export function companyPlaces(
  { path, invoices, till }: SeededShop,
  names: CompanyNames,
  texts: Texts,
): Place[] {
  const page = (name: string, title: string, overlays: Overlay[] = []): Place => ({
    name,
    path: `${path}/${name}?environment=test`,
    title,
    overlays,
  });
  const { failedWork } = texts;
  return [
    page('today', texts.today.title),
    page('start', texts.start.title),
    page('profile', texts.companies.profile.title),
    page('certificates', texts.certificates.title, [
      button('upload', ({ certificates }) => certificates.upload.open),
    ]),
    page('cash-registers', texts.cashRegisters.title, registerOverlays(names)),
    {
      ...page(
        `cash-registers/${till.cashRegisterId}/drawer`,
        filled(texts.drawer.title, { name: names.register }),
        [button('withdraw', ({ drawer }) => drawer.withdraw)],
      ),
      name: 'drawer',
    },
    page('operators', texts.operators.title, [
      button('add-operator', ({ operators }) => operators.add),
      button('import-operators', ({ operators }) => operators.import.open),
    ]),
    page('api-keys', texts.apiKeys.title, keyOverlays(names)),
    page('members', texts.people.members.title, memberOverlays(names)),
    page('audit', texts.audit.title),
    page('reports', texts.reports.title),
    page('inspector', texts.inspector.title),
    page('invoices', texts.invoices.title),
    page('numbers', texts.invoices.numbers.title),
    {
      ...page('failed', failedWork.title, failureOverlays()),
      prepare: (person) => person.click('button', failedWork.show),
    },
    page('offline', failedWork.offline.title),
    ...(['invoice', 'timeline', 'messages', 'pdf'] as const).map((tab) => ({
      name: `invoice-credit-${tab}`,
      path: `${path}/invoices/${invoices.credit}?environment=test&tab=${tab}`,
      title: /^1?\d\/\d{4}\/|^[a-z]{2}\d{3}/,
    })),
    ...(['corrective', 'failed', 'dismissed', 'offline', 'draft'] as const).map((name) => ({
      name: `invoice-${name}`,
      path: `${path}/invoices/${invoices[name]}?environment=test`,
      title: /\S/,
    })),
    { name: 'pdf-none', path: `${path}/invoices/${invoices.draft}?tab=pdf`, title: /\S/ },
    { name: 'company-not-found', path: `${path}/nowhere`, title: texts.shell.notFound.title },
  ];
}

function registerOverlays({ register }: CompanyNames): Overlay[] {
  const menu = menuOf(({ shell }) => filled(shell.actionsOf, { name: register }));
  return [
    button('add-register', ({ cashRegisters }) => cashRegisters.add),
    button('register-question', ({ cashRegisters }) => cashRegisters.tcr.action),
    button('deposit', ({ cashRegisters }) => cashRegisters.deposit.action),
    opens('register-menu', menu),
    fromMenu('edit-register', menu, ({ shell }) => shell.action.edit),
  ];
}

function keyOverlays({ key }: CompanyNames): Overlay[] {
  const menu = menuOf(({ shell }) => filled(shell.actionsOf, { name: key }));
  return [
    button('new-key', ({ apiKeys }) => apiKeys.add),
    opens(
      'made-key',
      async (person, { apiKeys }) => {
        await person.click('button', apiKeys.add);
        await person.dialog.fill(apiKeys.form.name, 'Web prodavnica');
        await person.dialog.click('button', apiKeys.form.submit);
        await person.dialog.see(apiKeys.made.title);
      },
      (person, { apiKeys }) => person.dialog.click('button', apiKeys.made.done),
    ),
    opens('key-menu', menu),
    fromMenu('rotate', menu, ({ apiKeys }) => apiKeys.rotate.action),
    fromMenu('revoke-question', menu, ({ apiKeys }) => apiKeys.revoke.action),
  ];
}

function memberOverlays({ invited }: CompanyNames): Overlay[] {
  const menu = menuOf(({ shell }) => filled(shell.actionsOf, { name: invited }));
  return [
    button('invite', ({ people }) => people.members.invite),
    opens('member-menu', menu),
    fromMenu('disable-question', menu, ({ people }) => people.disable),
    opens(
      'invitation-link',
      async (person, texts) => {
        await menu(person, texts);
        await person.click('menuitem', texts.people.inviteAgain);
        await person.dialog.see(texts.people.invitation.operator.title);
      },
      (person, { people }) => person.dialog.click('button', people.invitation.done),
    ),
  ];
}

function failureOverlays(): Overlay[] {
  return [
    button('retry-question', ({ failedWork }) => failedWork.retryAll),
    opens('dismiss', async (person, { failedWork }) => {
      await person.click('checkbox', failedWork.selectAll);
      await person.click('button', failedWork.dismissSelected);
    }),
  ];
}

/** Pages that say what is wrong with a company with faults, in production. */
export const faultPlaces = (path: string, texts: Texts): Place[] => {
  const page = (name: string, title: string): Place => ({
    name: `faults-${name}`,
    path: `${path}/${name}?environment=live`,
    title,
  });
  return [
    page('today', texts.today.title),
    page('certificates', texts.certificates.title),
    page('cash-registers', texts.cashRegisters.title),
    page('invoices', texts.invoices.title),
    page('numbers', texts.invoices.numbers.title),
    page('failed', texts.failedWork.title),
    { name: 'faults-all-failed', path: '/failed', title: texts.failedWork.title },
  ];
};

/** What is in the header of a company's page on a desktop. */
export const companySwitch = (company: string): Overlay =>
  opens('company-switch', async (person, { shell }) => {
    await person.click('button', `${shell.company.switch}: ${company}`);
    await person.see(company);
  });

/** The menu of a phone. */
export const phoneMenu: Overlay = opens(
  'phone-menu',
  (person, { shell }) => person.click('button', shell.openMenu),
  (person, { shell }) => person.click('button', shell.closeMenu),
);

/** A company's pages that can be empty, and the words they are empty with. */
export const emptyPlaces = (path: string, texts: Texts): [Place, string][] => {
  const page = (name: string, title: string, words: string): [Place, string] => [
    { name: `empty-${name}`, path: `${path}/${name}`, title },
    words,
  ];
  return [
    page('certificates', texts.certificates.title, texts.certificates.active.none),
    page('cash-registers', texts.cashRegisters.title, texts.cashRegisters.empty.title),
    page('operators', texts.operators.title, texts.operators.empty.title),
    page('api-keys', texts.apiKeys.title, texts.apiKeys.empty.title),
    page('members', texts.people.members.title, texts.people.empty.title),
    page('invoices', texts.invoices.title, texts.invoices.list.none),
    page('numbers', texts.invoices.numbers.title, texts.invoices.numbers.noRegister),
    page('failed', texts.failedWork.title, texts.failedWork.nothing),
    page('offline', texts.failedWork.offline.title, texts.failedWork.offline.nothing),
    page('start', texts.start.title, texts.start.begin.title),
  ];
};
