// The API as its OpenAPI document describes it.

import type { components } from '../generated/api.ts';

export type { paths } from '../generated/api.ts';

/** A named body of the API: `Schema<'AdminSession'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export type Environment = 'test' | 'live';
