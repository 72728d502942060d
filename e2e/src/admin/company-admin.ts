// A person of a company, who has accepted an invitation.

import type { Body, RunningService } from '../service/running-service.ts';
import { done, visit } from './panel-browser.ts';
import type { PanelBrowser } from './panel-browser.ts';

/** Invites an admin of the company, or a person of another role, who chooses a password. */
export async function inviteAdmin(
  service: RunningService,
  panel: PanelBrowser,
  companyId: string,
  name = 'Milica Žitić',
  role = 'company_admin',
): Promise<{ email: string; password: string }> {
  const account = {
    email: `${role}.${companyId}@radnja.example`,
    password: 'toplo pecivo svako jutro',
  };
  const { email, password } = account;
  const { invitation } = await done(
    panel.post(`/companies/${companyId}/members`, { email, name, role }),
  );
  const { token } = invitation as Body;
  await done(visit(service).post('/invitations/accept', { token, password }));
  return account;
}
