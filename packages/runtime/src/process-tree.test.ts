import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { endTree, privateBytes, readProcessTree } from './process-tree.ts';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('a tree of processes', () => {
  test('is seen with its grandchildren, weighed, and ended whole', async () => {
    const child = spawn('sh', ['-c', 'sleep 600 & echo $!; wait'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [grandchild] = (await once(child.stdout, 'data')) as [Buffer];
    const tree = readProcessTree(child.pid!);
    expect(tree.map(({ pid }) => pid)).toEqual([child.pid, Number(grandchild.toString())]);
    expect(tree[1]?.parent).toBe(child.pid);
    expect(privateBytes(tree)).toBeGreaterThan(0);
    const ended = once(child, 'exit');
    endTree(tree);
    await ended;
    expect(privateBytes(readProcessTree(child.pid!))).toBe(0);
  });

  test('a process that took over the pid of another is not ended', async () => {
    const child = spawn('sleep', ['600']);
    const [seen] = readProcessTree(child.pid!);
    expect(seen?.isStopped).toBe(false);
    endTree([{ pid: seen!.pid, startedAt: seen!.startedAt - 1 }]);
    expect(child.kill(0)).toBe(true);
    child.kill('SIGSTOP');
    while (!readProcessTree(child.pid!)[0]?.isStopped) await sleep(10);
    const ended = once(child, 'exit');
    endTree([seen!]);
    await ended;
  });
});
