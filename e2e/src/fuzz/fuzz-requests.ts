// Draws the requests of the fuzz run: a sound one, spoiled in one of many ways. Every request follows
// from the random numbers alone.

import type { Random } from '../money/random.ts';
import type { FuzzGround, FuzzRequest } from './raw-request.ts';
import {
  compressedRequest,
  encodedRequest,
  payloadRequest,
  textRequest,
} from './spoiled-bodies.ts';
import { headerRequest, methodRequest, pathRequest, queryRequest } from './spoiled-heads.ts';

/** The next request. */
export function fuzzRequest(random: Random, ground: FuzzGround): FuzzRequest {
  const roll = random.below(100);
  if (roll < 50) return payloadRequest(random, ground);
  if (roll < 60) return textRequest(random, ground);
  if (roll < 70) return encodedRequest(random, ground);
  if (roll < 73) return compressedRequest(random, ground);
  if (roll < 81) return headerRequest(random, ground);
  if (roll < 86) return methodRequest(random, ground);
  if (roll < 93) return pathRequest(random, ground);
  return queryRequest(random, ground);
}
