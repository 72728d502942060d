export type Conditions = ReturnType<typeof startConditions>;

/**
 * Conditions of one statement and the values of their parameters, which are numbered as they come.
 */
export function startConditions() {
  const values: unknown[] = [];
  const conditions: string[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  return {
    values,
    /** Adds a value and gives its parameter, `$3`. */
    parameter,
    /** Adds a condition of one value; an absent value narrows nothing. */
    add: (condition: (parameter: string) => string, value: unknown): void => {
      if (value !== undefined) conditions.push(condition(parameter(value)));
    },
    /** Adds a condition without a value. */
    require: (condition: string): void => {
      conditions.push(condition);
    },
    text: () => (conditions.length === 0 ? 'true' : conditions.join(' and ')),
  };
}
