import { accountRoutes } from './account/routes.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { adminCashRegisterRoutes } from './cash-registers/routes.ts';
import { certificateRoutes } from './certificates/routes.ts';
import { companyRoutes } from './companies/routes.ts';
import { companyFailedWorkRoutes } from './failed-work/company-routes.ts';
import { operatorFailedWorkRoutes } from './failed-work/operator-routes.ts';
import { healthRoutes } from './health/routes.ts';
import { inspectorRoutes } from './inspectors/routes.ts';
import { invoiceRoutes } from './invoices/routes.ts';
import type { AdminRoute } from './kernel/route.ts';

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
