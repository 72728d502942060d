import { onboardingEndpoints } from './cash-registers/onboarding-endpoints.ts';
import { withdrawalEndpoints } from './cash-registers/withdrawal-endpoints.ts';
import { eventsEndpoint } from './events/events-endpoint.ts';
import { issuingEndpoints } from './invoices/issuing-endpoints.ts';
import { readingEndpoints } from './invoices/reading-endpoints.ts';
import { returnEndpoints } from './invoices/return-endpoints.ts';
import { reportEndpoints } from './reports/report-endpoints.ts';

/** Every endpoint for API keys. Fixed paths come before those with an id instead. */
export const PUBLIC_ENDPOINTS = [
  ...issuingEndpoints,
  ...returnEndpoints,
  ...readingEndpoints,
  eventsEndpoint,
  ...reportEndpoints,
  ...onboardingEndpoints,
  ...withdrawalEndpoints,
];
