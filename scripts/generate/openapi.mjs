// The shapes of the public API without words and examples, sorted, so that a review shows a change
// of the contract in a few lines. What the service serves is whole.

import { openApiDocument, partOf } from '../../apps/api/src/docs/document.ts';

const WORDS = new Set(['description', 'summary', 'title', 'example', 'examples', 'tags']);
/** Below these stand freely chosen names: `description` is one of them there. */
const OF_NAMES = new Set(['properties', 'patternProperties', 'schemas', 'paths']);

export function openApiShapes() {
  const { openapi, paths, components } = partOf(openApiDocument(), 'public');
  return JSON.stringify(shapeOf({ openapi, paths, components }));
}

function shapeOf(value, isOfNames = false) {
  if (Array.isArray(value)) return value.map((each) => shapeOf(each));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([name]) => isOfNames || !WORDS.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    entries.map(([name, each]) => [name, shapeOf(each, !isOfNames && OF_NAMES.has(name))]),
  );
}
