import request from 'supertest';
import type { PanelBrowser } from '../admin/panel-browser.ts';
import type { Body, RunningService } from '../running-service.ts';

/** Invites an admin of the company, who chooses a password. */
export async function inviteAdmin(
  { stack }: RunningService,
  panel: PanelBrowser,
  companyId: string,
): Promise<{ email: string; password: string }> {
  const account = { email: `${companyId}@radnja.example`, password: 'toplo pecivo svako jutro' };
  const person = { email: account.email, name: 'Milica Žitić' };
  const invited = await panel.post(`/companies/${companyId}/members`, person);
  const { token } = (invited.body as Body).invitation as { token: string };
  const accepted = await request(stack.apiUrl)
    .post('/admin/api/invitations/accept')
    .set('Sec-Fetch-Site', 'same-origin')
    .send({ token, password: account.password });
  if (accepted.status >= 300) throw new Error(`invitation: ${accepted.status} ${accepted.text}`);
  return account;
}
