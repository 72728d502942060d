/**
 * Conditions of one statement and the values of their parameters, which are numbered as they come.
 */
export interface Conditions {
  readonly values: unknown[];
  /** Adds a value and gives its parameter, `$3`. */
  parameter: (value: unknown) => string;
  /** Adds a condition of one value; an absent value narrows nothing. */
  add: (condition: (parameter: string) => string, value: unknown) => void;
  require: (condition: string) => void;
  text: () => string;
}

export function startConditions(): Conditions {
  const values: unknown[] = [];
  const conditions: string[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  return {
    values,
    parameter,
    add(condition, value) {
      if (value !== undefined) conditions.push(condition(parameter(value)));
    },
    require: (condition) => {
      conditions.push(condition);
    },
    text: () => (conditions.length === 0 ? 'true' : conditions.join(' and ')),
  };
}
