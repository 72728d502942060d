export type Conditions = ReturnType<typeof startConditions>;

/**
 * Conditions of one statement that is composed for a call, and the values of their parameters.
 */
export function startConditions() {
  const values: Record<string, unknown> = {};
  const conditions: string[] = [];
  const parameter = (value: unknown) => {
    const name = `v${Object.keys(values).length + 1}`;
    values[name] = value;
    return `:${name}`;
  };
  return {
    values,
    /** Adds a value and gives its parameter, `:v3`. */
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

/** The text itself inside a LIKE pattern. */
export function literal(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
