import type { Environment } from '@fiscal/domain';

/** Whose deliveries may be taken in hand now. */
export interface DeliveryScope {
  environments: readonly Environment[];
  /** Companies whose messages are kept back, because they alone get no reply. */
  skipped: readonly { environment: Environment; companyId: string }[];
}

/** The scope as three parameters: environments, and the two columns of what is skipped. */
export function scopeValues({ environments, skipped }: DeliveryScope): unknown[] {
  return [
    environments,
    skipped.map(({ environment }) => environment),
    skipped.map(({ companyId }) => companyId),
  ];
}
