import type { Seller } from '@fiscal/domain';

/** Who sells what a test stores without asking the API. */
export const SAMPLE_SELLER: Seller = {
  tin: '12345678',
  name: 'Prodavnica d.o.o.',
  address: 'Ulica 1',
  town: 'Podgorica',
  country: 'MNE',
  isInVat: true,
  vatNumber: null,
  bankAccount: null,
};
