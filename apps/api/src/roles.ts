// What an API process serves: API_ROLES. Divided among processes, what people do in the panel
// (exports, live views, uploads) takes neither the event loop nor the memory of those that serve
// the tills (ADR 25).

import { rolesVariable } from '@fiscal/runtime';

/** `public` is `/api`, `/docs` and `/openapi.json`; `panel` is `/admin`. */
export const API_ROLES = ['public', 'panel'] as const;

export type ApiRole = (typeof API_ROLES)[number];

export const apiRoles = rolesVariable(API_ROLES);
