import type { Schema } from '../../api/contract.ts';
import type { CompanyValues } from './company-form.tsx';

/** What a new company most often is. */
export const newCompany: CompanyValues = {
  tin: '',
  name: '',
  address: '',
  town: '',
  country: 'MNE',
  isInVat: true,
  vatNumber: '',
  bankAccount: '',
  logo: null,
  pricesIncludeVat: false,
  offlineIssuing: true,
  printsAtOnce: false,
};

/** As the form shows it. */
export function valuesOf(company: Schema<'AdminCompany'>): CompanyValues {
  const { tin, name, address, town, country, isInVat, logo } = company;
  return {
    tin,
    name,
    address,
    town,
    country,
    isInVat,
    logo,
    vatNumber: company.vatNumber ?? '',
    bankAccount: company.bankAccount ?? '',
    pricesIncludeVat: company.pricesIncludeVat,
    offlineIssuing: company.offlineIssuing,
    printsAtOnce: company.printsAtOnce,
  };
}

/** As the API takes it: what is left empty is absent. */
export function bodyOf({ vatNumber, bankAccount, ...values }: CompanyValues) {
  return { ...values, vatNumber: orNull(vatNumber), bankAccount: orNull(bankAccount) };
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
