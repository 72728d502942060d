import { Router } from 'express';
import { ADMIN_ROUTES } from './panel-endpoints.ts';
import type { AdminDependencies } from './dependencies.ts';
import { mountAdminRoutes } from '../http/mounting.ts';
import { panelFiles } from './static-files.ts';

/** The panel's calls and its pages, to be mounted under /admin. */
export function adminApp(deps: AdminDependencies, panelDirectory?: string): Router {
  const router = Router();
  router.use('/api', mountAdminRoutes(ADMIN_ROUTES, deps));
  router.use(panelFiles(panelDirectory));
  return router;
}
