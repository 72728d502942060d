// Pictures that are small as files and large in memory.

import { hugePng, uriOf } from '../../../../apps/api/src/testing/pictures.ts';
import { expectStatus } from '../target.ts';
import type { Attack, Target } from '../target.ts';

const AT_ONCE = 10;

function upload({ panel, attacker }: Target, side: number) {
  return panel.patch(`/companies/${attacker.companyId}`, { logo: uriOf('png', hugePng(side)) });
}

export const pictures: readonly Attack[] = [
  {
    name: 'a logo of 144 million pixels',
    run: async (target) => expectStatus(await upload(target, 12_000), 400),
  },
  {
    name: `${AT_ONCE} logos of 16 million pixels at once`,
    run: async (target) => {
      const responses = await Promise.all(
        Array.from({ length: AT_ONCE }, () => upload(target, 4_000).then(({ status }) => status)),
      );
      for (const status of responses) expectStatus({ status }, 200, 409, 429);
      return `status ${responses.join(', ')}`;
    },
  },
];
