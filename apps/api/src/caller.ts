import type { ApiCaller } from '@fiscal/db/company';
import type { Response } from 'express';

/** The caller that requireCaller has let through. */
export function callerOf(response: Response): ApiCaller {
  const caller = response.locals.caller as ApiCaller | undefined;
  if (!caller) throw new Error('the route is not behind requireCaller');
  return caller;
}
