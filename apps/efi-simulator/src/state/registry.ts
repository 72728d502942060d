// The master data of the authority: taxpayers and what is registered under them. Maps only; who may
// change a record and what a request makes of it is decided elsewhere.

import { z } from 'zod';
import { localDay } from '../message/local-time.ts';

const code = z.string().regex(/^[a-z]{2}[0-9]{3}[a-z]{2}[0-9]{3}$/, 'must look like ab123cd456');
const tin = z.string().regex(/^([0-9]{8}|[0-9]{13})$/, 'must have 8 or 13 digits');
const day = z.iso.date();
const active = z.boolean().default(true);

const taxpayer = z.strictObject({ tin, name: z.string().min(1), isInVat: z.boolean(), active });
const ofTaxpayer = z.strictObject({ code, tin, active });
const ofService = z.strictObject({ code, active });
const cashRegister = z.strictObject({
  code,
  tin,
  businessUnitCode: code,
  /** XSD TCRIntID: the taxpayer's own number of the register. */
  internalId: z.string().min(1).max(50),
  softwareCode: code,
  maintainerCode: code.nullable().default(null),
  type: z.enum(['REGULAR', 'VENDING']).default('REGULAR'),
  validFrom: day.nullable().default(null),
  /** Last day of use. */
  validTo: day.nullable().default(null),
  active,
  /** Invoices are accepted from this instant on. */
  activeSince: z.iso.datetime().default('1970-01-01T00:00:00.000Z'),
});

/** One cash register (ENU) as the authority knows it. */
export type Tcr = z.output<typeof cashRegister>;

type Taxpayer = z.output<typeof taxpayer>;

/** Master data as JSON: any of the lists, each record whole. */
export const registryDocumentSchema = z.strictObject({
  taxpayers: z.array(taxpayer).default([]),
  businessUnits: z.array(ofTaxpayer).default([]),
  softwareCodes: z.array(ofService).default([]),
  maintainers: z.array(ofService).default([]),
  operators: z.array(ofTaxpayer).default([]),
  tcrs: z.array(cashRegister).default([]),
});

/** Master data, every list present. */
export type RegistryDocument = z.output<typeof registryDocumentSchema>;

/** Master data as a caller writes it: lists and flags may be left out. */
export type RegistryInput = z.input<typeof registryDocumentSchema>;

function intoMap<T>(map: Map<string, T>, records: readonly T[], keyOf: (record: T) => string) {
  for (const record of records) map.set(keyOf(record), record);
}

function isActiveFor(record: { tin: string; active: boolean } | undefined, tinOfIssuer: string) {
  return record !== undefined && record.active && record.tin === tinOfIssuer;
}

/** Register of taxpayers, units, software, maintainers, operators and cash registers. */
export class Registry {
  readonly #taxpayers = new Map<string, Taxpayer>();
  readonly #businessUnits = new Map<string, z.output<typeof ofTaxpayer>>();
  readonly #softwareCodes = new Map<string, z.output<typeof ofService>>();
  readonly #maintainers = new Map<string, z.output<typeof ofService>>();
  readonly #operators = new Map<string, z.output<typeof ofTaxpayer>>();
  readonly #tcrs = new Map<string, Tcr>();
  readonly #tcrsByOwner = new Map<string, Tcr>();

  /** Adds the records of a document, or replaces those with the same TIN or code. */
  put(document: RegistryDocument): void {
    intoMap(this.#taxpayers, document.taxpayers, (record) => record.tin);
    intoMap(this.#businessUnits, document.businessUnits, (record) => record.code);
    intoMap(this.#softwareCodes, document.softwareCodes, (record) => record.code);
    intoMap(this.#maintainers, document.maintainers, (record) => record.code);
    intoMap(this.#operators, document.operators, (record) => record.code);
    intoMap(this.#tcrs, document.tcrs, (record) => record.code);
    intoMap(this.#tcrsByOwner, document.tcrs, ownerKey);
  }

  taxpayer(ofTin: string): Taxpayer | undefined {
    return this.#taxpayers.get(ofTin);
  }

  /** Known, active and belonging to the taxpayer. */
  isActiveBusinessUnit(ofCode: string, ofTin: string): boolean {
    return isActiveFor(this.#businessUnits.get(ofCode), ofTin);
  }

  /** Known, active and belonging to the taxpayer. */
  isActiveOperator(ofCode: string, ofTin: string): boolean {
    return isActiveFor(this.#operators.get(ofCode), ofTin);
  }

  isActiveSoftware(ofCode: string): boolean {
    return this.#softwareCodes.get(ofCode)?.active ?? false;
  }

  isActiveMaintainer(ofCode: string): boolean {
    return this.#maintainers.get(ofCode)?.active ?? false;
  }

  tcr(ofCode: string): Tcr | undefined {
    return this.#tcrs.get(ofCode);
  }

  /** The cash register that a taxpayer gave this internal number in this unit. Protocol §3. */
  tcrOf(owner: { tin: string; businessUnitCode: string; internalId: string }): Tcr | undefined {
    return this.#tcrsByOwner.get(ownerKey(owner));
  }

  /** Everything, as JSON. */
  document(): RegistryDocument {
    return {
      taxpayers: [...this.#taxpayers.values()],
      businessUnits: [...this.#businessUnits.values()],
      softwareCodes: [...this.#softwareCodes.values()],
      maintainers: [...this.#maintainers.values()],
      operators: [...this.#operators.values()],
      tcrs: [...this.#tcrs.values()],
    };
  }
}

function ownerKey(tcr: { tin: string; businessUnitCode: string; internalId: string }): string {
  return `${tcr.tin}|${tcr.businessUnitCode}|${tcr.internalId}`;
}

/** Not deactivated, and that instant not after its last day of use. */
export function isNotDeactivated(tcr: Tcr, at: number): boolean {
  return tcr.active && (tcr.validTo === null || localDay(at) <= tcr.validTo);
}

/**
 * May issue a document: the day of its issue is one of its days of use, and its waiting time is
 * over now. So what was issued before its end may be delivered afterwards.
 */
export function isInUse(tcr: Tcr, issuedAt: number, now: number): boolean {
  const hasBegun = tcr.validFrom === null || tcr.validFrom <= localDay(issuedAt);
  return isNotDeactivated(tcr, issuedAt) && hasBegun && Date.parse(tcr.activeSince) <= now;
}
