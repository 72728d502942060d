// Whatever the API can say of a field or of a call, the panel says in its reader's language. The
// fields are those of the schemas themselves, given what a form can send.

import { expect, test } from '@jest/globals';
import { fieldText } from '../../../apps/admin/src/components/text/field-sentences.ts';
import { messages } from '../../../apps/admin/src/messages/problems.ts';
import { invalidValue } from '../../../apps/api/src/http/request/invalid-value.ts';
import { problemsOf } from '../../../apps/api/src/http/refusal/problems.ts';
import { PANEL_ENDPOINTS } from '../../../apps/api/src/panel/panel-endpoints.ts';

/** Of zod's schemas, what this test looks at. */
interface Schema {
  def: { type: string; innerType?: Schema; in?: Schema };
  shape?: Record<string, Schema>;
  safeParse: (
    value: unknown,
    options: object,
  ) => { error?: { issues: { path: PropertyKey[]; message: string }[] } };
}

const TEXTS = ['', ' ', 'x', '\u0007', 'x\ny', '12', 'a@', '-1', '2026-99-99', 'x'.repeat(1e6)];
/** An empty field of a number is null. */
const NUMBERS = [-1, 0, 0.5, 1.555, 1e15, null];
const FROM_FORMS: Record<string, readonly unknown[]> = {
  string: TEXTS,
  enum: TEXTS,
  number: NUMBERS,
  int: NUMBERS,
};
/** What the panel itself puts in: a person neither types nor chooses it. */
const NOT_TYPED = ['cause', 'cursor', 'token'];

/** `string` of `z.string().nullable().default(null)`. */
function typeOf({ def }: Schema): string {
  const inner = def.innerType ?? def.in;
  return inner ? typeOf(inner) : def.type;
}

/** Every field of a body, and every sentence that the API says of what a form can send in it. */
function* sentences() {
  for (const { body, method, path } of PANEL_ENDPOINTS) {
    const schema = body as unknown as Schema | undefined;
    for (const [name, field] of Object.entries(schema?.shape ?? {})) {
      if (NOT_TYPED.includes(name)) continue;
      for (const value of [...(FROM_FORMS[typeOf(field)] ?? []), undefined]) {
        const { error } = schema!.safeParse({ [name]: value }, { error: invalidValue });
        const own = error?.issues.filter((issue) => issue.path[0] === name) ?? [];
        for (const { message } of own) yield { field: `${method} ${path}: ${name}`, message };
      }
    }
  }
}

test('every field of every form says what is expected of it, in both languages', () => {
  const said = [...sentences()];
  expect(new Set(said.map(({ field }) => field)).size).toBeGreaterThan(50);
  // Of the type that every form sends.
  const isOfForms = (message: string) => !/^must be (a string|a boolean|an array)$/.test(message);
  const without = said
    .filter(({ message }) => isOfForms(message) && fieldText(message).name === 'other')
    .map(({ field, message }) => `${field} ${message}`);
  expect([...new Set(without)]).toEqual([]);
});

test('every problem of a call of the panel has a sentence in both languages', () => {
  const words: Record<string, readonly string[]> = messages.code;
  const without = Object.keys(problemsOf('panel')).filter((code) => words[code]?.length !== 2);
  expect(without).toEqual([]);
});
