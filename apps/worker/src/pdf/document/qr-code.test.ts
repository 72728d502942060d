import { expect, test } from '@jest/globals';
import { qrCodeSvg } from './qr-code.ts';

const URL_TEXT =
  'https://mapr.tax.gov.me/ic/#/verify?iic=0D7C3EE1EEBAB4A08F4D5003FAE35E7B&tin=03257746' +
  '&crtd=2026-07-11T15:51:04+02:00&ord=27585&bu=sc782yk198&cr=pe967bd413&sw=qo391jt923&prc=59.10';

test('the printed code is at least 21 mm wide without its quiet zone of four modules', () => {
  const { markup } = qrCodeSvg(URL_TEXT, 'a4');
  const widthMm = Number(/width="([\d.]+)mm"/.exec(markup)?.[1]);
  const modules = Number(/viewBox="0 0 (\d+)/.exec(markup)?.[1]);
  expect((widthMm * (modules - 8)) / modules).toBeGreaterThanOrEqual(21);
  expect((widthMm * (modules - 8)) / modules).toBeCloseTo(29, 1);
  const columns = [...markup.matchAll(/M(\d+) (\d+)\.5h/g)].flatMap((run) => [+run[1]!, +run[2]!]);
  expect(Math.min(...columns)).toBe(4);
});

test('a module of a strip is five dots of a receipt printer, and the code at least 21 mm wide', () => {
  const { markup } = qrCodeSvg(URL_TEXT, '80mm');
  const widthMm = Number(/width="([\d.]+)mm"/.exec(markup)?.[1]);
  const modules = Number(/viewBox="0 0 (\d+)/.exec(markup)?.[1]);
  expect((widthMm / modules) * (203.2 / 25.4)).toBeCloseTo(5, 2);
  expect((widthMm * (modules - 8)) / modules).toBeGreaterThanOrEqual(21);
  expect(widthMm).toBeLessThanOrEqual(72);
});

test('an empty text is refused by the encoder and never printed as an empty code', () => {
  expect(() => qrCodeSvg('', 'a4')).toThrow();
});
