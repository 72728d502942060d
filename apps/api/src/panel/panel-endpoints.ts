// The panel's API and its pages, to be mounted under /admin.

import { Router } from 'express';
import type { DependenciesOf } from '../http/endpoint.ts';
import { mountEndpoints, NOTHING } from '../http/mounting.ts';
import { sendRefusal } from '../http/refusal/refusal.ts';
import { confirmationEndpoints } from './accounts/own-account/confirmation-endpoints.ts';
import { passwordLinkEndpoints } from './accounts/invitations/password-link-endpoints.ts';
import { ownAccountEndpoints } from './accounts/own-account/own-account-endpoints.ts';
import { ownNoticesEndpoints } from './accounts/own-account/own-notices-endpoints.ts';
import { peopleEndpoints } from './accounts/people/people-endpoints.ts';
import { passkeyEndpoints } from './accounts/second-factor/passkey-endpoints.ts';
import { signInPolicyEndpoints } from './accounts/second-factor/sign-in-policy-endpoints.ts';
import { sessionEndpoints } from './accounts/sign-in/session-endpoints.ts';
import { admit } from './admission.ts';
import type { AdmissionDependencies } from './admission.ts';
import { apiKeyEndpoints } from './api-keys/api-key-endpoints.ts';
import { businessUnitEndpoints } from './business-units/business-unit-endpoints.ts';
import { cashRegisterEndpoints } from './cash-registers/cash-register-endpoints.ts';
import { certificateEndpoints } from './certificates/certificate-endpoints.ts';
import { companyEndpoints } from './companies/company-endpoints.ts';
import { failedWorkEndpoints } from './failed-work/failed-work-endpoints.ts';
import { inspectionEndpoints } from './inspection/inspection-endpoints.ts';
import { inspectionViewEndpoints } from './inspection/inspection-view-endpoints.ts';
import { invoiceEventsEndpoints } from './invoices/invoice-events.ts';
import { exportEndpoints } from './invoices/export/export-endpoints.ts';
import { panelInvoiceEndpoints } from './invoices/panel-invoice-endpoints.ts';
import { testInvoiceEndpoints } from './invoices/test-invoice-endpoint.ts';
import { operatorEndpoints } from './operators/operator-endpoints.ts';
import { auditEndpoints } from './operations/audit-endpoints.ts';
import { healthEndpoints } from './operations/health-endpoints.ts';
import { suspendedRegisterEndpoints } from './operations/suspended-register-endpoints.ts';
import { laneEndpoints } from './operations/lane-endpoints.ts';
import { overviewEndpoints } from './overview/overview-endpoints.ts';
import { panelReportEndpoints } from './reports/report-endpoints.ts';
import { panelFiles } from './static-files.ts';

/**
 * Every endpoint of the panel: the router, the OpenAPI document and the test of roles read this.
 */
export const PANEL_ENDPOINTS = [
  ...sessionEndpoints,
  ...passwordLinkEndpoints,
  ...ownAccountEndpoints,
  ...ownNoticesEndpoints,
  ...confirmationEndpoints,
  ...passkeyEndpoints,
  ...signInPolicyEndpoints,
  ...peopleEndpoints,
  ...auditEndpoints,
  ...companyEndpoints,
  ...certificateEndpoints,
  ...cashRegisterEndpoints,
  ...businessUnitEndpoints,
  ...operatorEndpoints,
  ...apiKeyEndpoints,
  ...inspectionEndpoints,
  ...inspectionViewEndpoints,
  // Before the path of one invoice, which is as long.
  ...exportEndpoints,
  ...panelInvoiceEndpoints,
  ...testInvoiceEndpoints,
  ...invoiceEventsEndpoints,
  ...panelReportEndpoints,
  ...failedWorkEndpoints,
  ...healthEndpoints,
  ...laneEndpoints,
  ...suspendedRegisterEndpoints,
  ...overviewEndpoints,
];

/** What the panel needs. */
export type PanelDependencies = DependenciesOf<typeof PANEL_ENDPOINTS> & AdmissionDependencies;

/** @param panelDirectory where the built pages are; apps/admin's by default. */
export function panelApp(deps: PanelDependencies, panelDirectory?: string): Router {
  const router = Router();
  router.use('/api', (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.use(
    '/api',
    mountEndpoints(PANEL_ENDPOINTS, deps, (endpoint) => admit(endpoint, deps)),
  );
  router.use('/api', (_request, response) => sendRefusal(response, NOTHING));
  router.use(panelFiles(panelDirectory));
  return router;
}
