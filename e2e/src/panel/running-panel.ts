// The whole service, and a Chromium for the people at its panel.

import { afterAll } from '@jest/globals';
import { openPanel } from '../admin/panel-browser.ts';
import { openService } from '../service/running-service.ts';
import type { RunningService, ServiceOptions } from '../service/running-service.ts';
import { openChromium } from './browser.ts';
import type { Chromium, Look, PanelUser } from './browser.ts';

export interface RunningPanel {
  service: RunningService;
  chromium: Chromium;
  /** Of the demo. */
  companyId: string;
  /**
   * A tab of one's own, signed in, that has opened nothing yet: the operator of the demo, unless
   * said otherwise. The form of the sign-in has tests of its own.
   */
  enter: (account?: { email: string; password: string }, look?: Look) => Promise<PanelUser>;
}

/** Starts both, and ends them after the tests of the file. */
export async function startPanel(options?: ServiceOptions): Promise<RunningPanel> {
  const [service, chromium] = await Promise.all([openService(options), openChromium()]);
  afterAll(async () => {
    await chromium.close();
    await service.close();
  });
  const { adminUrl, demo } = service.stack;
  return {
    service,
    chromium,
    companyId: service.companyId,
    enter: async (account = demo.operator, look) => {
      const person = await chromium.person(adminUrl, look);
      await person.takeSession((await openPanel(service, account)).cookie);
      return person;
    },
  };
}
