import type { Messages } from '../message.ts';

/** Texts of the people at the tills. */
export const messages = {
  title: ['Operateri na kasama', 'Operators at the tills'],
  intro: [
    'Ljudi koji naplaćuju, sa kodovima sa portala Poreske uprave. Ime koje kasa pošalje bira operatera; bez imena važi kod sa kase.',
    'The people who sell, with their codes of the tax authority’s portal. The name that a till sends selects one; without a name the cash register’s code counts.',
  ],
  add: ['Dodaj operatera', 'Add an operator'],
  search: ['Traži po imenu', 'Search by name'],
  notFound: ['Nijedan operater nema to ime', 'No operator has this name'],
  notFoundText: ['Provjerite ime ili okruženje.', 'Check the name, or the environment.'],
  empty: {
    title: ['Još nema operatera u ovom okruženju', 'No operators in this environment yet'],
    text: [
      'Dok ih nema, na računu stoji ime koje kasa pošalje i kod sa kase.',
      'Until there are some, an invoice has the name that the till sends and the cash register’s code.',
    ],
  },
  column: {
    name: ['Ime', 'Name'],
    code: ['Kod', 'Code'],
    status: ['Status', 'Status'],
  },
  active: ['Aktivan', 'Active'],
  inactive: ['Neaktivan', 'Inactive'],
  activate: ['Ponovo aktiviraj', 'Make active again'],
  deactivate: ['Deaktiviraj', 'Make inactive'],
  changed: ['Sačuvano.', 'Saved.'],
  form: {
    title: ['Operater na kasi', 'Operator at the till'],
    name: ['Ime', 'Name'],
    nameHint: [
      'Kao što ga kasa šalje; velika slova i razmaci nisu važni.',
      'As the till sends it; capital letters and blanks do not matter.',
    ],
    code: ['Kod operatera', 'Operator code'],
    missing: ['Ovo polje je obavezno.', 'This field is needed.'],
    wrongCode: [
      'Dva mala slova i tri cifre, pa još jednom: ab123cd456.',
      'Two small letters and three digits, twice: ab123cd456.',
    ],
  },
  import: {
    open: ['Dodaj mnogo njih', 'Add many'],
    title: ['Mnogo operatera odjednom', 'Many operators at once'],
    lines: ['Po jedan u redu: ime;kod', 'One a line: name;code'],
    hint: [
      'Može i tabela iz Excela: kolona sa imenom i kolona sa kodom. Dodaju se svi ili nijedan.',
      'A table of Excel will do, too: a column with the name and one with the code. All are added, or none.',
    ],
    submit: ['Dodaj sve', 'Add all'],
    line: ['Red {{line}}: {{text}}', 'Line {{line}}: {{text}}'],
    done_one: ['Dodat je {{count}} operater.', '{{count}} operator was added.'],
    done_few: ['Dodata su {{count}} operatera.', '{{count}} operators were added.'],
    done_other: ['Dodato je {{count}} operatera.', '{{count}} operators were added.'],
  },
} satisfies Messages;
