// Streams of events that lose their session, or their reader, in the middle of everything.

import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPanel } from '../../admin/panel-browser.ts';
import type { PanelBrowser } from '../../admin/panel-browser.ts';
import type { Attack, Target } from '../target.ts';

/** Beyond the first sign of life that a stream gives of itself. */
const AFTER_HEARTBEAT_MS = 35_000;
const STREAMS = 50;

const openEvents = ({ attacker }: Target, { cookie }: PanelBrowser) =>
  `GET /admin/api/companies/${attacker.companyId}/events HTTP/1.1\r\nHost: panel\r\n` +
  `Sec-Fetch-Site: same-origin\r\nCookie: ${cookie}\r\n\r\n`;

async function connectTo({ service }: Target): Promise<Socket> {
  const { hostname, port } = new URL(service.stack.apiUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

export const streams: readonly Attack[] = [
  {
    name: 'two streams pipelined on one connection, of which the second loses its session',
    run: async (target) => {
      const [first, second] = [await openPanel(target.service), await openPanel(target.service)];
      const socket = await connectTo(target);
      try {
        socket.write(openEvents(target, first) + openEvents(target, second));
        await once(socket, 'data');
        const { status } = await second.post('/sign-out');
        await sleep(AFTER_HEARTBEAT_MS);
        return `signed out (${status}), and the heartbeat is over`;
      } finally {
        socket.destroy();
      }
    },
  },
  {
    name: `${STREAMS} streams that are never read`,
    run: async (target) => {
      const session = await openPanel(target.service);
      const sockets = await Promise.all(Array.from({ length: STREAMS }, () => connectTo(target)));
      try {
        for (const socket of sockets) {
          socket.pause();
          socket.write(openEvents(target, session));
        }
        await sleep(5_000);
        return 'held open for five seconds';
      } finally {
        for (const socket of sockets) socket.destroy();
      }
    },
  },
];
