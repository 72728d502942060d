/** Where the API has the people of a company, or, for null, of the service. */
export function peoplePath(companyId: string | null) {
  return companyId === null ? '/users' : '/companies/{companyId}/members';
}
