import type { Messages } from '../message.ts';

/** What the tax authority's usual sentences and codes mean. Protocol §6 and §7.1. */
export const messages = {
  means: ['To znači: {{meaning}}', 'That means: {{meaning}}'],
  quoted: ['Poreska uprava, šifra {{code}}', 'Tax authority, code {{code}}'],
  /** Why a call to it failed; what to do about it is a text of its own, `remedy` of failed work. */
  call: {
    CERTIFICATE_ERROR: [
      'Sertifikat firme ne može da potpiše.',
      'The certificate of the company cannot sign.',
    ],
    VAULT_IDENTITY_WRONG: [
      'Servis ne može da otvori sačuvani ključ firme.',
      'The service cannot open the stored key of the company.',
    ],
    WITHDRAWAL_REFUSED: [
      'Poreska uprava je odbila isplatu iz kase.',
      'The tax authority refused the withdrawal.',
    ],
    TCR_NOT_REGISTERED: [
      'Kasa nije registrovana kod Poreske uprave.',
      'The cash register is not registered with the tax authority.',
    ],
    REQUEST_NOT_VALID: [
      'Servis nije mogao da zapiše poruku po pravilima. Ništa nije poslato.',
      'The service could not write the message by the rules. Nothing was sent.',
    ],
    EFI_REFUSED: ['Poreska uprava je odbila zahtjev.', 'The tax authority refused the request.'],
    EFI_UNAVAILABLE: ['Poreska uprava nije odgovorila.', 'The tax authority did not reply.'],
    EFI_SIGNATURE_REFUSED: [
      'Poreska uprava nije prihvatila potpis.',
      'The tax authority did not accept the signature.',
    ],
    EFI_CLOCK_REFUSED: [
      'Poreska uprava nije prihvatila vrijeme u zahtjevu.',
      'The tax authority did not accept the time of the request.',
    ],
    INITIAL_DEPOSIT_FAILED: [
      'Poreska uprava nije prihvatila početni depozit.',
      'The tax authority did not accept the initial deposit.',
    ],
  },
  words: {
    tcr: [
      'ENU kod nije važeći. Ako je kasa registrovana prije manje od sat vremena, pokušajte kasnije.',
      'The cash register is not valid. If it was registered less than an hour ago, try again later.',
    ],
    vatTotal: ['Ukupan PDV nije tačan.', 'The sum of VAT is wrong.'],
    priceTotal: ['Ukupan iznos računa nije tačan.', 'The total of the invoice is wrong.'],
    paymentMethod: [
      'Vrsta računa ne odgovara načinu plaćanja.',
      'The type of the invoice does not match the way it is paid.',
    ],
    paymentTotal: [
      'Ukupan iznos ne odgovara zbiru načina plaćanja.',
      'The total is not the sum of what was paid.',
    ],
    incomplete: [
      'Poruci nedostaje podatak koji je obavezan.',
      'The message lacks something that is required.',
    ],
    buyerTin: ['PIB kupca nije ispravno napisan.', 'The buyer’s TIN is not written correctly.'],
    inactive: [
      'Poreski obveznik nije bio aktivan kad je račun izdat.',
      'The taxpayer was not active when the invoice was issued.',
    ],
    software: [
      'Kod softvera nije onaj s kojim je kasa registrovana.',
      'The software code is not the one that the cash register was registered with.',
    ],
    operator: ['Kod operatera nije važeći.', 'The operator code is not valid.'],
    unit: ['Kod poslovnog prostora nije važeći.', 'The business unit code is not valid.'],
    maintainer: ['Kod održavaoca nije važeći.', 'The maintainer code is not valid.'],
    rate: [
      'Poreska stopa ne važi na dan izdavanja.',
      'The tax rate is not valid on the day of issue.',
    ],
    notInVat: [
      'Firma nije u sistemu PDV-a, a na računu je PDV.',
      'The company is not registered for VAT, and there is VAT on the invoice.',
    ],
    rateMissing: [
      'Firma je u sistemu PDV-a: svaka stavka mora imati stopu ili razlog oslobođenja.',
      'The company is registered for VAT: every line needs a rate or a reason of exemption.',
    ],
    times: [
      'Vrijeme izdavanja i vrijeme slanja nisu ista.',
      'The time of issue and the time of sending are not the same.',
    ],
    negative: [
      'Negativni iznosi su dozvoljeni samo na korektivnom računu.',
      'Negative amounts are allowed on corrective invoices only.',
    ],
    days7: [
      'Račun je izdat prije više od 7 dana, pa se više ne može naknadno dostaviti.',
      'The invoice was issued more than 7 days ago and can no longer be delivered.',
    ],
    hours48: [
      'Račun je izdat prije više od 48 sati, pa se više ne može naknadno dostaviti.',
      'The invoice was issued more than 48 hours ago and can no longer be delivered.',
    ],
    depositFixed: [
      'Početni depozit se ne može mijenjati poslije prvog računa tog dana.',
      'The initial deposit cannot be changed after the first invoice of the day.',
    ],
  },
  code: {
    1: ['Poruka je veća nego što je dozvoljeno.', 'The message is larger than allowed.'],
    2: [
      'Vrijeme slanja se previše razlikuje od vremena Poreske uprave.',
      'The time of sending differs too much from the tax authority’s.',
    ],
    11: [
      'Poruka ili račun u njoj krši pravilo Poreske uprave.',
      'The message, or the invoice in it, breaks a rule of the tax authority.',
    ],
    signature: ['Potpis poruke nije ispravan.', 'The signature of the message is not right.'],
    33: ['Sertifikat nije vrste X.509.', 'The certificate is not of the kind X.509.'],
    34: ['Sertifikat nije važeći.', 'The certificate is not valid.'],
    35: [
      'Sertifikat nije izdalo registrovano tijelo.',
      'The certificate was not issued by a registered authority.',
    ],
    36: ['Sertifikat je istekao.', 'The certificate has expired.'],
    37: [
      'PIB firme nije onaj u sertifikatu.',
      'The company’s TIN is not the one in the certificate.',
    ],
    38: ['Sertifikat je opozvan.', 'The certificate was revoked.'],
    39: ['Status sertifikata nije poznat.', 'The status of the certificate is not known.'],
    41: [
      'Kod poslovnog prostora nije aktivan prostor firme.',
      'The business unit code is not an active unit of the company.',
    ],
    42: ['Kod softvera nije aktivan softver.', 'The software code is not an active software.'],
    43: [
      'Kod održavaoca nije aktivan održavalac.',
      'The maintainer code is not an active maintainer.',
    ],
    44: [
      'PDV status firme nije onaj iz poreskog registra.',
      'The company’s VAT status is not the one in the tax register.',
    ],
    45: [
      'Prvi dan upotrebe kase je u prošlosti.',
      'The first day of use of the cash register lies in the past.',
    ],
    46: [
      'Posljednji dan upotrebe kase je u prošlosti.',
      'The last day of use of the cash register lies in the past.',
    ],
    47: [
      'Posljednji dan upotrebe kase je prije prvog.',
      'The last day of use of the cash register lies before the first.',
    ],
    48: [
      'Aktivnoj kasi mogu se promijeniti samo posljednji dan upotrebe i održavalac.',
      'Of an active cash register only the last day of use and the maintainer can be changed.',
    ],
    49: [
      'Vrijeme depozita se previše razlikuje od vremena Poreske uprave.',
      'The time of the deposit differs too much from the tax authority’s.',
    ],
    50: ['Početni depozit je negativan.', 'The initial deposit is negative.'],
    51: ['Iznos podizanja je nula.', 'The amount of the withdrawal is zero.'],
    52: [
      'Firma nije u registru poreskih obveznika.',
      'The company is not in the register of taxpayers.',
    ],
    53: [
      'Kasa nije registrovana, nije aktivna ili nije ove firme.',
      'The cash register is not registered, not active or not of this company.',
    ],
    54: ['Prodavac se mora navesti PIB-om.', 'The seller must be identified by a TIN.'],
    55: ['Firma nije aktivan poreski obveznik.', 'The company is not an active taxpayer.'],
    56: [
      'Početni depozit za danas je već prijavljen.',
      'The initial deposit of the day is registered already.',
    ],
    57: [
      'Kasa koja je odjavljena ne može se mijenjati.',
      'A cash register that was deactivated cannot be changed.',
    ],
    58: [
      'Za danas nije prijavljen početni depozit.',
      'No initial deposit is registered for the day.',
    ],
    internal: [
      'Kod Poreske uprave je nastala greška. Zahtjev treba ponoviti kasnije.',
      'The tax authority has an error of its own. The request is to be repeated later.',
    ],
  },
} satisfies Messages;
