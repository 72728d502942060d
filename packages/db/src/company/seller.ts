/** domain's Seller of the company `c` of a statement, as JSON. */
export const SELLER = `
  json_build_object('tin', c.tin, 'name', c.name, 'address', c.address, 'town', c.town,
    'country', c.country, 'isInVat', c.is_in_vat, 'vatNumber', c.vat_number,
    'bankAccount', c.bank_account)`;
