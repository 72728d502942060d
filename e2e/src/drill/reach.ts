// What a worker in a container reaches and has: one that prints opens hostile pages, and one that
// signs has the keys.

import { containerOf, docker } from './engine.ts';

/** Names the places that take a connection, as `name=host:port` says them. */
const CONNECT = `
const net = require('node:net');
for (const place of process.argv.slice(1)) {
  const [, name, host, port] = /(.*)=(.*):(.*)/.exec(place);
  const socket = net.connect({ host, port: Number(port), timeout: 3000 });
  const ended = (isOpen) => { if (isOpen) console.log(name); socket.destroy(); };
  socket.on('connect', () => ended(true)).on('timeout', () => ended(false)).on('error', () => ended(false));
}`;

const WANTED = {
  'worker-fiscalize': 'api, authority, identity, panel, postgres, redis',
  'worker-print': 'browser, postgres, redis',
};

/** @throws Error where a worker reaches or has anything else. @returns what each has, in words. */
export async function examineReach(): Promise<string> {
  const places = await Promise.all([
    placeOf('authority', 'efi-simulator', 'outside', 4010),
    placeOf('api', 'api', 'outside', 3000),
    placeOf('panel', 'panel', 'outside', 3000),
    placeOf('proxy', 'proxy', 'public', 443),
  ]);
  const named = ['postgres=postgres:5432', 'redis=redis:6379', 'api=api:3000'];
  const lines: string[] = [];
  for (const [service, wanted] of Object.entries(WANTED)) {
    const id = await containerOf(service);
    const open = await docker('exec', id, 'node', '-e', CONNECT, ...named, ...places);
    const has = [...new Set([...open.split('\n').filter(Boolean), ...(await thingsIn(id))])]
      .toSorted()
      .join(', ');
    lines.push(`${service}: ${has}`);
    if (has !== wanted) throw new Error(`${lines.at(-1)} instead of ${wanted}`);
  }
  return lines.join('; ');
}

/** By its address: that a name is not known says nothing. */
async function placeOf(name: string, service: string, network: string, port: number) {
  const networks = await docker(
    'inspect',
    '--format',
    '{{json .NetworkSettings.Networks}}',
    await containerOf(service),
  );
  const [, { IPAddress: address }] = Object.entries(
    JSON.parse(networks) as Record<string, { IPAddress: string }>,
  ).find(([each]) => each.endsWith(`_${network}`))!;
  return `${name}=${address}:${port}`;
}

async function thingsIn(id: string): Promise<string[]> {
  const script =
    'ls /run/secrets | grep -qx certificate-identity && echo identity; ' +
    'find / -xdev -name "chrom*" -type f -perm -u+x 2>/dev/null | grep -q . && echo browser; true';
  return (await docker('exec', '--user', 'root', id, 'sh', '-c', script))
    .split('\n')
    .filter(Boolean);
}
