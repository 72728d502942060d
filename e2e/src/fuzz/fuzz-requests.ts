// Draws the requests of the fuzz run: a sound one, spoiled in one of many ways. Every request
// follows from the random numbers alone.

import type { Random } from '@fiscal/testbed/random';
import type { FuzzInput, FuzzRequest } from './raw-request.ts';
import {
  compressedRequest,
  encodedRequest,
  payloadRequest,
  textRequest,
} from './spoiled-bodies.ts';
import { headerRequest, methodRequest, pathRequest, queryRequest } from './spoiled-heads.ts';

/** The next request. */
export function fuzzRequest(random: Random, input: FuzzInput): FuzzRequest {
  const roll = random.below(100);
  if (roll < 50) return payloadRequest(random, input);
  if (roll < 60) return textRequest(random, input);
  if (roll < 70) return encodedRequest(random, input);
  if (roll < 73) return compressedRequest(random, input);
  if (roll < 81) return headerRequest(random, input);
  if (roll < 86) return methodRequest(random, input);
  if (roll < 93) return pathRequest(random, input);
  return queryRequest(random, input);
}
