import { expect, test } from '@jest/globals';
import { changedFields } from './components/form/changed-fields.ts';
import { deleteDrafts, draftKey, hasDrafts, keepDraft, readDraft } from './draft.ts';

const initial = { name: 'Kafana', town: 'Bar' };
const now = new Date('2026-11-21T10:00:00Z');
const key = draftKey('ana', 'company');

/** Storage as a browser has it: the keys are properties. */
function storageOf(): Storage {
  const methods = {
    getItem(this: Record<string, string>, name: string) {
      return this[name] ?? null;
    },
    setItem(this: Record<string, string>, name: string, value: string) {
      this[name] = value;
    },
    removeItem(this: Record<string, string>, name: string) {
      // oxlint-disable-next-line typescript/no-dynamic-delete
      delete this[name];
    },
  };
  return Object.create(methods) as Storage;
}

test('a draft holds what was changed, for the person who changed it', () => {
  const storage = storageOf();
  keepDraft(storage, key, changedFields(initial, { name: 'Kafana 2', town: 'Bar' }), now);
  expect(readDraft(storage, key, initial)).toEqual({
    at: now.toISOString(),
    values: { name: 'Kafana 2' },
  });
  expect(readDraft(storage, draftKey('marko', 'company'), initial)).toBeNull();
});

test('a draft that says the same as the form is none, and so is one that cannot be read', () => {
  const storage = storageOf();
  keepDraft(storage, key, { name: 'Kafana 2' }, now);
  expect(readDraft(storage, key, { ...initial, name: 'Kafana 2' })).toBeNull();
  storage.setItem(key, '{"at":');
  expect(readDraft(storage, key, initial)).toBeNull();
  keepDraft(storage, key, {}, now);
  expect(hasDrafts(storage)).toBe(false);
});

test('a sign-out by choice leaves no draft, and nothing else is touched', () => {
  const storage = storageOf();
  storage.setItem('other', 'stays');
  keepDraft(storage, key, { name: 'Kafana 2' }, now);
  expect(hasDrafts(storage)).toBe(true);
  deleteDrafts(storage);
  expect(hasDrafts(storage)).toBe(false);
  expect(storage.getItem('other')).toBe('stays');
});
