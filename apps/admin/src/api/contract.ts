// The API as its OpenAPI document describes it.

import type { components } from '@fiscal/client/api';

export type { paths } from '@fiscal/client/api';

/** A named body of the API: `Schema<'AdminSession'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export type Environment = 'test' | 'live';
