import type { Messages } from '../message.ts';

export const messages = {
  title: ['Gotovina u kasi: {{name}}', 'Drawer: {{name}}'],
  intro: [
    'Po računima, depozitu i isplatama današnjeg dana. U 00:00 počinje ispočetka, s početnim depozitom novog dana.',
    'By the invoices, the deposit and the withdrawals of today. At 00:00 it begins anew, with the INITIAL deposit of the new day.',
  ],
  back: ['Kase', 'Cash registers'],
  today: ['Danas, {{day}}', 'Today, {{day}}'],
  initial: ['Početni depozit', 'Initial deposit'],
  banknotes: ['Plaćeno gotovinom', 'Paid in cash'],
  withdrawn: ['Podignuto', 'Taken out'],
  inDrawer: ['U kasi', 'In the drawer'],
  withdraw: ['Podigni gotovinu', 'Take cash out'],
  text: [
    'Prijavljuje se Poreskoj upravi čim gotovina napusti kasu.',
    'It is reported to the tax authority when the cash leaves the drawer.',
  ],
  amount: ['Iznos u eurima', 'Amount in euro'],
  amountWrong: [
    'Iznos je veći od 0, s najviše dvije decimale.',
    'The amount is above 0, with at most two decimals.',
  ],
  note: ['Napomena', 'Note'],
  more: [
    'Po računima dana u kasi je {{inDrawer}}, manje od ovog iznosa. Ako je gotovina zaista podignuta, prijavite je.',
    'By the invoices of the day {{inDrawer}} are in the drawer, less than this amount. If the cash was taken out, report it.',
  ],
  report: ['Prijavi', 'Report it'],
  done: ['Prijavljeno: {{amount}}', 'Reported: {{amount}}'],
  stored: [
    'Sačuvano: {{amount}}. Poreska uprava nije odgovorila; dostavlja se samo.',
    'Stored: {{amount}}. The tax authority has not registered it yet; it is delivered by itself.',
  ],
  withdrawals: [
    'Današnja podizanja, i ona koja čekaju dostavu',
    'Withdrawals of today, and those that wait for delivery',
  ],
  none: ['Danas ništa nije podignuto.', 'Nothing was taken out today.'],
  time: ['Vrijeme', 'Time'],
  status: {
    title: ['Status', 'Status'],
    Pending: ['Šalje se', 'Being sent'],
    Registered: ['Prijavljeno', 'Registered'],
    Offline: ['Čeka dostavu', 'Waits for delivery'],
    Refused: ['Odbijeno', 'Refused'],
  },
} satisfies Messages;
