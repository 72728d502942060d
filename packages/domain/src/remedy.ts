// What to do about a failure: one sentence a key. Bodies of the API carry the English sentence, the
// panel has a text of its own for every key.

const CHECK_TCR = 'Wrong ENU in the admin panel, or the TCR is not active.';
const CORRECT_DATA =
  "correct in the till what the authority's words name, issue the invoice anew, and dismiss this " +
  'one in the admin panel.';
const MASTER_DATA = 'Check the codes and the company data in the admin panel.';

/** By key: what to do, in English. Those of codes 11, 53, 56 and 58: Spec, EFI codes. */
export const REMEDIES = {
  wait: 'Nothing to do: the service sends the document again by itself.',
  retry: 'Call fiscalize again: it continues with the same number and IIC.',
  repeatCall: 'Repeat the call: what was registered already is not registered twice.',
  report: 'Report it to the operator of the service: the message was refused.',
  split: 'Split the invoice into smaller ones.',
  masterData: MASTER_DATA,
  registerCodes: MASTER_DATA,
  taxpayerUnknown:
    'Check the TIN of the company in the admin panel; if it is right, the company registers with the ' +
    'tax authority, then repeat the call.',
  taxpayerInactive:
    'The company settles its status with the tax authority, then repeat the call: nothing in the ' +
    'admin panel is wrong.',
  newCertificate: 'Upload a valid fiscal certificate of the company in the admin panel.',
  certificateTin:
    'Check the TIN of the company, or upload its own certificate, in the admin panel.',
  vaultIdentity:
    'The operator of the service gives its workers the identity that opens the stored private keys; ' +
    'then call fiscalize again.',
  vatStatus: 'Check in the admin panel whether the company is in VAT.',
  tcr: 'Call POST /api/tcr/register with {} and check the ENU in the admin panel.',
  tcrInactive: CHECK_TCR,
  tcrOrData: `${CHECK_TCR} If neither is the case, ${CORRECT_DATA}`,
  correctData: `C${CORRECT_DATA.slice(1)}`,
  correctCorrective:
    'Read why, create the corrective anew if something is left to take back, and dismiss this one in the admin panel.',
  tcrDeactivated: 'Register a new TCR.',
  tcrLastDay:
    'Choose a last day of use that is today or later, and not before the first day of the TCR.',
  tcrUnchangeable:
    'Restore the codes and the kind that the TCR was registered with, or add another cash register.',
  otherCashRegister: 'Issue it on another cash register: this one is not in use any more.',
  deposit: 'Repeat fiscalize or call POST /api/cashdeposit/initial.',
  depositExists: 'INITIAL deposit already registered today; fiscalization continues.',
  clock: 'Correct the clock of the service, then fiscalize again.',
  confirmNumber:
    'Confirm the last number of the cash register in the admin panel, then fiscalize again.',
  orderNumber: 'Create the invoice again with a free orderNumber, or with 0 to have one assigned.',
  lookAtIt: "Read the authority's words, and correct what they name.",
} as const;

export type RemedyKey = keyof typeof REMEDIES;

/** Every key, in the order of the table. */
export const REMEDY_KEYS = Object.keys(REMEDIES) as RemedyKey[];
