// Types that hold a schema of a response against the code that makes the response.

/** What JSON makes of a type: dates become text, and there is no undefined. */
type JsonOf<T> = T extends Date
  ? string
  : T extends readonly (infer Element)[]
    ? JsonOf<Element>[]
    : T extends object
      ? { [Key in keyof T]: JsonOf<Exclude<T[Key], undefined>> }
      : T;

/** Whether two JSON types can stand for each other and have the same keys. */
export type Agreement<Documented, Actual> = [JsonOf<Documented>, JsonOf<Actual>] extends [
  JsonOf<Actual>,
  JsonOf<Documented>,
]
  ? [keyof Documented, keyof Actual] extends [keyof Actual, keyof Documented]
    ? true
    : false
  : false;
