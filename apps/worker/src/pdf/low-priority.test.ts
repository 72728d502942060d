import { afterEach, expect, jest, test } from '@jest/globals';

const writeFile = jest.fn<() => Promise<void>>();
jest.unstable_mockModule('node:fs/promises', () => ({ writeFile }));
const { letSessionGiveWay } = await import('./low-priority.ts');

const logger = { info: jest.fn(), warn: jest.fn(), error: jest.fn() };
const refusal = (code: string) => Object.assign(new Error(code), { code });
afterEach(() => {
  jest.resetAllMocks();
});

test('a refusal of the kernel is a warning, and no error', async () => {
  writeFile.mockRejectedValue(refusal('EPERM'));
  await letSessionGiveWay(1, logger);
  expect(writeFile).toHaveBeenCalledTimes(1);
  expect(logger.warn).toHaveBeenCalledWith({ err: refusal('EPERM') }, expect.any(String));
});

test('a kernel without autogroups is none', async () => {
  writeFile.mockRejectedValue(refusal('ENOENT'));
  await letSessionGiveWay(1, logger);
  expect(logger.warn).not.toHaveBeenCalled();
});

test('a kernel that has just taken another is asked again', async () => {
  writeFile.mockRejectedValueOnce(refusal('EAGAIN')).mockResolvedValue();
  await letSessionGiveWay(1, logger);
  expect(writeFile).toHaveBeenCalledTimes(2);
  expect(logger.warn).not.toHaveBeenCalled();
});
