import { accountRoutes } from './accounts/routes.ts';
import { apiKeyRoutes } from './api-keys/api-key-endpoints.ts';
import { adminCashRegisterRoutes } from './cash-registers/cash-register-endpoints.ts';
import { certificateRoutes } from './certificates/certificate-endpoints.ts';
import { companyRoutes } from './companies/company-endpoints.ts';
import { companyFailedWorkRoutes } from './failed-work/company-routes.ts';
import { operatorFailedWorkRoutes } from './failed-work/failed-work-endpoints.ts';
import { healthRoutes } from './operations/health-endpoints.ts';
import { inspectorRoutes } from './inspection/inspection-endpoints.ts';
import { invoiceRoutes } from './invoices/invoice-endpoints.ts';
import type { AdminRoute } from '../http/endpoint.ts';

/** Every endpoint of the panel: the router, the OpenAPI document and the test of roles read this. */
export const ADMIN_ROUTES: readonly AdminRoute[] = [
  ...accountRoutes,
  ...companyRoutes,
  ...certificateRoutes,
  ...adminCashRegisterRoutes,
  ...apiKeyRoutes,
  ...inspectorRoutes,
  ...invoiceRoutes,
  ...companyFailedWorkRoutes,
  ...operatorFailedWorkRoutes,
  ...healthRoutes,
];
