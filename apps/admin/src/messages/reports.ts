import type { Messages } from '../message.ts';

/** Texts of the reports; their names are the law’s, in both languages. */
export const messages = {
  title: ['Izvještaji', 'Reports'],
  day: { date: ['Dan', 'Day'], from: ['Od', 'From'], to: ['Do', 'To'] },
  which: ['Izvještaj', 'Report'],
  name: {
    state: ['Fiskalni presjek stanja', 'Fiskalni presjek stanja (state)'],
    day: ['Fiskalni dnevni izvještaj', 'Fiskalni dnevni izvještaj (day)'],
    period: ['Periodični fiskalni izvještaj', 'Periodični fiskalni izvještaj (period)'],
    journal: ['Elektronski žurnal', 'Elektronski žurnal (journal)'],
    'offline-journal': [
      'Offline elektronski žurnal',
      'Offline elektronski žurnal (offline journal)',
    ],
    'corrective-journal': [
      'Elektronski žurnal korektivnih računa',
      'Elektronski žurnal korektivnih računa (journal of correctives)',
    ],
  },
  journal: [
    'Žurnal se preuzima, sa svim stavkama; kao PDF za najviše 31 dan.',
    'A journal is downloaded, with all items; as PDF of at most 31 days.',
  ],
  turnover: ['Promet', 'Turnover'],
  registered: ['Registrovano', 'Registered'],
  notRegistered: ['Još nije registrovano', 'Not registered yet'],
  count: ['Dokumenata: {{count}}', 'Documents: {{count}}'],
  forDeposit: ['Za uplatu pazara', 'For deposit'],
  failed: ['Uručeno, a neuspjelo: nije u zbiru', 'Handed out and failed: in no sum'],
  inspection: {
    title: ['Inspekcijski pregled', 'Inspection view'],
    intro: [
      'Sat vremena samo izvještaji i provjera IKOF-a, bez vašeg naloga. Sve se bilježi u dnevnik.',
      'For an hour the reports and the IIC check alone, without your account; all is audited.',
    ],
    open: ['Otvori na sat vremena', 'Open for an hour'],
    end: ['Završi', 'End it'],
    until: ['Otvoren do {{time}}', 'Open until {{time}}'],
    over: ['Pregled je završen', 'The view has ended'],
    closed: ['Nijedan pregled više nije otvoren.', 'No view is open any more.'],
    link: ['Kopiraj link', 'Copy the link'],
    here: ['Otvori ovdje i odjavi me', 'Open it here and sign me out'],
  },
} satisfies Messages;
