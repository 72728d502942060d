/** A cash register as the service stores it and the authority knows it. */
export interface DemoCashRegister {
  name: string;
  tcrCode: string;
  internalId: string;
  type: 'REGULAR';
  businessUnitCode: string;
  softwareCode: string;
  operatorCode: string;
  maintainerCode: string;
}

/** Everything about the demo that is decided before it is stored. */
export interface DemoPlan {
  company: {
    tin: string;
    name: string;
    address: string;
    town: string;
    vatNumber: string;
    bankAccount: string;
  };
  cashRegisters: Record<'test' | 'live', DemoCashRegister>;
  /** The certificate vault: `recipient` for the API, `identity` for the worker. */
  vault: { identity: string; recipient: string };
  operator: { email: string; password: string };
}

/** The demo as it is stored, with the keys that can be seen only once. */
export interface DemoCompany extends DemoPlan {
  testKey: string;
  liveKey: string;
}
