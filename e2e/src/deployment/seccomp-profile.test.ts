import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

interface Rule {
  names: string[];
  action: string;
  args?: object[];
}

const at = (path: string) => new URL(`../../../${path}`, import.meta.url);
const profile = JSON.parse(readFileSync(at('deploy/seccomp/chrome.json'), 'utf8')) as {
  defaultAction: string;
  syscalls: Rule[];
};
const allowed = profile.syscalls.filter(({ action }) => action === 'SCMP_ACT_ALLOW');

describe('the seccomp profile of the worker', () => {
  test('refuses what it does not name', () => {
    expect(profile.defaultAction).toBe('SCMP_ACT_ERRNO');
  });

  test.each(['clone', 'unshare', 'chroot'])(
    'allows %s, of which Chrome makes its sandbox',
    (name) => {
      const rules = allowed.filter(({ names, args }) => names.includes(name) && !args?.length);
      expect(rules).toHaveLength(1);
    },
  );

  test.each(
    'ptrace process_vm_readv process_vm_writev mount move_mount pivot_root setns bpf keyctl add_key \
     init_module kexec_load perf_event_open userfaultfd io_uring_setup clone3 reboot'.split(/\s+/),
  )('does not allow %s', (name) => {
    expect(allowed.filter(({ names }) => names.includes(name))).toEqual([]);
  });

  test('is what compose starts the worker with', () => {
    const compose = readFileSync(at('docker-compose.yml'), 'utf8');
    const [worker = ''] = /^  worker:\n(?: {4}.*\n|\n)+/m.exec(compose) ?? [];
    expect(worker).toContain("'seccomp=./deploy/seccomp/chrome.json'");
    expect(worker).toContain("'no-new-privileges:true'");
  });
});
