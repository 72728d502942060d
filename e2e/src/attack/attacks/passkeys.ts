// Signatures of passkeys that were made for something else, and what an open session is not enough for.

import { randomBytes } from 'node:crypto';
import { visit } from '../../admin/panel-browser.ts';
import { expectRefusal } from '../target.ts';
import type { Attack, Target } from '../target.ts';
import { askedOf, expectOwner, newCareful } from '../people.ts';
import type { Careful } from '../people.ts';

type Options = Record<string, unknown>;

/** Signs in once, so that the counter is at 5. */
async function used(target: Target, person: Careful): Promise<void> {
  await expectOwner(target, person, 5);
}

/** What is sent instead of the owner's signature. */
const FORGERIES: readonly [
  name: string,
  forge: (target: Target, owner: Careful, asked: Options) => Promise<object>,
][] = [
  [
    'another challenge',
    (_target, { passkey }, asked) => {
      const challenge = randomBytes(32).toString('base64url');
      return Promise.resolve(passkey.sign({ ...asked, challenge }));
    },
  ],
  [
    'the challenge of another purpose',
    async (_target, { browser, passkey }) => {
      const { body } = await browser.post('/account/confirmation/passkey-options');
      return passkey.sign(body as Options);
    },
  ],
  [
    'another origin',
    (_target, { passkey }, asked) =>
      Promise.resolve(passkey.sign(asked, { origin: 'https://panel.example.evil.example' })),
  ],
  [
    'another relying party',
    (_target, { passkey }, asked) => Promise.resolve(passkey.sign(asked, { rpId: 'evil.example' })),
  ],
  [
    "another person's credential",
    async (target, _owner, asked) => {
      const { passkey } = await newCareful(target, target.attacker.companyId);
      return passkey.sign(asked);
    },
  ],
  [
    'a response that was used before',
    async (target, owner, asked) => {
      const response = owner.passkey.sign(asked);
      const { email, password } = owner;
      const first = { email, password, passkey: response };
      const { status } = await visit(target.service).post('/sign-in', first);
      if (status !== 200) throw new Error(`the first use is answered ${String(status)}`);
      return response;
    },
  ],
  [
    'a counter that went back',
    async (target, owner) => {
      await used(target, owner);
      return owner.passkey.sign(await askedOf(target, owner), { counter: 4 });
    },
  ],
];

/** Each for an account of its own; the owner signs in afterwards. */
export const passkeys: readonly Attack[] = FORGERIES.map(([name, forge]) => ({
  name: `a passkey's response: ${name}`,
  run: async (target) => {
    const owner = await newCareful(target, target.victim.companyId);
    const passkey = await forge(target, owner, await askedOf(target, owner));
    const { email, password } = owner;
    const answer = await visit(target.service).post('/sign-in', { email, password, passkey });
    const said = expectRefusal(answer, 401, 'SECOND_FACTOR_REQUIRED');
    await expectOwner(target, owner, 9);
    return `${said}; its owner signs in`;
  },
}));
