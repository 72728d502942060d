import type { Messages } from '../i18n/text-in.ts';

/** Texts of the state of the service. */
export const messages = {
  title: ['Stanje servisa', 'Service health'],
  intro: [
    'Redovi, procesi, poreska uprava i štampa, uživo.',
    'Queues, workers, the tax authority and printing, live.',
  ],
  live: {
    connecting: ['Povezivanje…', 'Connecting…'],
    live: ['Uživo', 'Live updates'],
    reconnecting: ['Ponovno povezivanje…', 'Reconnecting…'],
    asOf: ['Stanje u {{time}}', 'As of {{time}}'],
    stale: [
      'Podaci mogu biti zastarjeli: veza sa servisom je prekinuta.',
      'What you see may be out of date: the connection to the service is lost.',
    ],
  },
  health: {
    good: ['Sve radi', 'All works'],
    watch: ['Treba pripaziti', 'Keep an eye on it'],
    bad: ['Nešto ne radi', 'Something is down'],
  },
  authority: {
    title: ['Poreska uprava', 'Tax authority'],
    subtitle: ['Odgovori po minutu, posljednji sat', 'Answers by the minute, the last hour'],
    registered: ['registrovano', 'registered'],
    refused: ['odbijeno', 'refused'],
    unanswered: ['bez odgovora', 'unanswered'],
    circuitClosed: ['Odgovara', 'Answers'],
    circuitOpen: ['Ne odgovara', 'Silent'],
    openMeans: [
      'Novi računi se izdaju bez JIKR-a; veza se provjerava dok se ne javi.',
      'New invoices are issued offline; it is tried until it answers.',
    ],
    circuitUnknown: ['Još nema poruka', 'No messages yet'],
    unpinnedMeans: [
      'Odgovorima se ne vjeruje i računi se izdaju offline dok se ne provjeri čiji je taj sertifikat. Šta uraditi: deploy/README.md, „The pinned certificate“.',
      'Answers are not believed and invoices are issued offline until it is known whose certificate that is. What to do: deploy/README.md, “The pinned certificate”.',
    ],
    disbeliefMeans: [
      'Poreska uprava odgovara, ali se odgovorima ne vjeruje. Računi se izdaju offline i šalju kao i uvijek; da li su registrovani, pita se javna provjera računa. Provjerite čiji je potpis (EFI_…_TRUST_ANCHORS).',
      'The authority answers, but its answers are not believed. Invoices are issued offline and sent as always; whether they are registered is asked of the public receipt check. Find out whose signature it is (EFI_…_TRUST_ANCHORS).',
    ],
    silentMeans: [
      'Kompanija na čije se poruke ne odgovara, iako se na poruke drugih odgovara: {{count}}. Njihovi računi se izdaju offline bez čekanja; računi drugih kompanija idu kao i uvijek.',
      'Companies whose messages are not answered although those of others are: {{count}}. Their invoices are issued offline at once; those of all other companies go as always.',
    ],
    receiptCheckMeans: [
      'Javna provjera računa ne odgovara od {{time}}: za račune bez odgovora ne zna se da li su registrovani, pa se šalju ponovo.',
      'The public receipt check has not answered since {{time}}: nobody knows whether invoices without an answer are registered, so they are sent again.',
    ],
    since: ['Tako je već {{time}}', 'For {{time}}'],
    failures: ['Bez odgovora zaredom: {{count}}', 'Unanswered in a row: {{count}}'],
    share: ['odgovoreno {{percent}} %', '{{percent}} % answered'],
    meanMs: ['Prosječno {{ms}} ms', 'Mean {{ms}} ms'],
    slowestMs: ['Najsporije {{ms}} ms', 'Slowest {{ms}} ms'],
    idle: ['U posljednjih sat vremena nije bilo poruka.', 'No messages within the last hour.'],
    chart: [
      '{{environment}}: registrovano {{registered}}, odbijeno {{refused}}, bez odgovora {{unanswered}} u posljednjih {{minutes}} minuta',
      '{{environment}}: registered {{registered}}, refused {{refused}}, unanswered {{unanswered}} within the last {{minutes}} minutes',
    ],
    history: ['Brojevi po minutu', 'Figures by the minute'],
    minute: ['Minut', 'Minute'],
  },
  queues: {
    title: ['Redovi', 'Queues'],
    subtitle: ['Šta čeka i koliko brzo ide', 'What waits, and how fast it goes'],
    waiting: ['čeka', 'waiting'],
    oldest: ['Najstariji čeka', 'Oldest waits'],
    rate: ['Urađeno u minutu', 'Done per minute'],
    broken: ['Prekinuto u minutu', 'Broken per minute'],
    chart: [
      '{{queue}}: sada čeka {{waiting}}, najviše {{highest}} u posljednja dva minuta',
      '{{queue}}: {{waiting}} waiting now, {{highest}} at most within the last two minutes',
    ],
    away: [
      'Redis se ne javlja. Ništa nije izgubljeno: procesi sami nalaze posao, najviše sekundu kasnije.',
      'Redis does not answer. Nothing is lost: workers find their work themselves, up to a second later.',
    ],
    name: {
      fiscalization: ['Fiskalizacija', 'Fiscalization'],
      'test-fiscalization': ['Probna fiskalizacija', 'Test fiscalization'],
      registry: ['Kase i depoziti', 'TCRs and deposits'],
      printing: ['Štampa (PDF)', 'Printing (PDF)'],
      delivery: ['Naknadna dostava', 'Subsequent delivery'],
    },
  },
  workers: {
    title: ['Procesi', 'Workers'],
    subtitle: [
      'Ko radi i kada je posljednji put nešto uzeo',
      'Who works, and when each last took something',
    ],
    alive: ['radi', 'alive'],
    gone: ['ne javlja se', 'silent'],
    noneAlive: [
      'Nijedan proces ne radi: računi čekaju dok se neki ne pokrene.',
      'No worker is alive: invoices wait until one is started.',
    ],
    none: ['Nijedan proces se nije javio.', 'No worker has reported.'],
    process: ['Proces', 'Process'],
    state: ['Stanje', 'State'],
    started: ['Pokrenut', 'Started'],
    seen: ['Posljednji put viđen', 'Last seen'],
    lanes: ['Posljednji posao', 'Last job'],
    lane: [
      '{{lane}}: {{inHand}} od {{concurrency}}, {{when}}',
      '{{lane}}: {{inHand}} of {{concurrency}}, {{when}}',
    ],
    neverConsumed: ['još ništa', 'nothing yet'],
  },
  prints: {
    title: ['Štampa', 'Printing'],
    waiting: ['Čeka', 'Waiting'],
    failing: ['Ne uspijeva', 'Failing'],
    oldest: ['Najstariji čeka', 'Oldest waits'],
    fine: ['Sve je odštampano.', 'Everything is printed.'],
  },
  offline: {
    title: ['Čekaju dostavu', 'Waiting for delivery'],
    none: ['Ništa ne čeka.', 'Nothing waits.'],
    total: ['Ukupno', 'In all'],
    olderThan: ['starije od {{hours}} h', 'older than {{hours}} h'],
  },
  problem: {
    workers: ['Nijedan proces ne radi.', 'No worker is alive.'],
    circuit: [
      'Poreska uprava ne odgovara ({{environment}}).',
      'The tax authority does not answer ({{environment}}).',
    ],
    unpinned: [
      'Poreska uprava potpisuje sertifikatom koji nije unaprijed potvrđen ({{environment}}).',
      'The tax authority signs with a certificate that is not pinned ({{environment}}).',
    ],
    disbelief: [
      'Odgovorima poreske uprave ne može se vjerovati ({{environment}}).',
      'The answers of the tax authority cannot be believed ({{environment}}).',
    ],
    silentCompanies: [
      'Kompanija na čije poruke poreska uprava ne odgovara: {{count}} ({{environment}}).',
      'Companies whose messages the tax authority does not answer: {{count}} ({{environment}}).',
    ],
    receiptCheck: [
      'Javna provjera računa ne odgovara ({{environment}}).',
      'The public receipt check does not answer ({{environment}}).',
    ],
    prints: ['PDF se ne može napraviti: {{count}}.', 'PDFs that cannot be made: {{count}}.'],
    offline: [
      'Računi pred istekom roka: {{count}}.',
      'Invoices whose deadline runs out: {{count}}.',
    ],
    queue: [
      'Red „{{queue}}“ stoji: najstariji čeka {{age}}.',
      'The queue “{{queue}}” stands still: the oldest waits for {{age}}.',
    ],
    queueUnknown: [
      'Redis se ne javlja: prodaje čekaju do sekunde duže.',
      'Redis does not answer: sales wait up to a second longer.',
    ],
    forwarding: [
      'Zahtjevi stižu preko posrednika (X-Forwarded-For) kome servis ne vjeruje: svi iza njega broje se kao jedna adresa. Postavite TRUSTED_PROXIES.',
      'Requests come through a proxy (X-Forwarded-For) that the service does not trust: all behind it count as one address. Set TRUSTED_PROXIES.',
    ],
    none: [
      'Redovi, procesi, poreska uprava i štampa rade kako treba.',
      'Queues, workers, the authority and printing work as they should.',
    ],
  },
} satisfies Messages;
