// What each role may call, from the declarations of the panel's endpoints.

import { PANEL_ENDPOINTS } from '../../apps/api/src/panel/panel-endpoints.ts';
import { mayCall } from '../../apps/api/src/panel/role-matrix.ts';

const COMPANY = '0b9cbb0e-9c5c-4c57-8f0e-0a2f3a9d3a11';
const PEOPLE = {
  operator: { role: 'operator', companyId: null },
  'support of the service': { role: 'service_support', companyId: null },
  owner: { role: 'company_admin', companyId: COMPANY },
  accountant: { role: 'accountant', companyId: COMPANY },
  'support of a company': { role: 'support', companyId: COMPANY },
  'inspection view': { role: 'inspection', companyId: COMPANY },
};

export function roleMatrix() {
  const calls = new Map();
  for (const { tag, access, summary } of PANEL_ENDPOINTS) {
    if (!/^(operator|service|company)/.test(access)) continue;
    const people = Object.keys(PEOPLE).filter((name) => mayCall(access, PEOPLE[name], COMPANY));
    const heading = `${tag.replace('Panel: ', '')}: ${people.join(', ')}`;
    calls.set(heading, [...(calls.get(heading) ?? []), `- ${summary}`]);
  }
  const sections = [...calls].map(([heading, lines]) => `## ${heading}\n\n${lines.join('\n')}\n`);
  return [
    '# Who may call what of the panel',
    'Made by `npm run generate` from the declarations of the endpoints. People of a company reach ' +
      'that company alone; what is about one’s own account is for every role.',
    ...sections,
  ].join('\n\n');
}
