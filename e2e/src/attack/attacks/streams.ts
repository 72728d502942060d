// Streams of events that lose their session, or their reader, in the middle of everything.

import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPanel } from '../../admin/panel-browser.ts';
import type { PanelBrowser } from '../../admin/panel-browser.ts';
import type { Attack, Ground } from '../ground.ts';

/** Beyond the first sign of life that a stream gives of itself. */
const AFTER_HEARTBEAT_MS = 35_000;
const STREAMS = 50;

const openEvents = ({ attacker }: Ground, { cookie }: PanelBrowser) =>
  `GET /admin/api/companies/${attacker.companyId}/events HTTP/1.1\r\nHost: panel\r\n` +
  `Sec-Fetch-Site: same-origin\r\nCookie: ${cookie}\r\n\r\n`;

async function connectTo({ service }: Ground): Promise<Socket> {
  const { hostname, port } = new URL(service.stack.apiUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

export const streams: readonly Attack[] = [
  {
    name: 'two streams pipelined on one connection, of which the second loses its session',
    run: async (ground) => {
      const [first, second] = [await openPanel(ground.service), await openPanel(ground.service)];
      const socket = await connectTo(ground);
      try {
        socket.write(openEvents(ground, first) + openEvents(ground, second));
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
    run: async (ground) => {
      const session = await openPanel(ground.service);
      const sockets = await Promise.all(Array.from({ length: STREAMS }, () => connectTo(ground)));
      try {
        for (const socket of sockets) {
          socket.pause();
          socket.write(openEvents(ground, session));
        }
        await sleep(5_000);
        return 'held open for five seconds';
      } finally {
        for (const socket of sockets) socket.destroy();
      }
    },
  },
];
