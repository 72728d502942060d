import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { deliveryDeadlines } from '../../packages/domain/src/index.ts';
import { alertsOf } from './alerts.mjs';

const text = readFileSync(new URL('../../deploy/monitoring/alerts.yml', import.meta.url), 'utf8');

describe.each([24, 48])('with a window of %i hours', (hours) => {
  const alerts = alertsOf(text, hours);

  test('the alert of the deadline reads a figure that there is, when little time remains', () => {
    const [, read] = /fiscal_offline_invoices\{older_than_hours="(\d+)"\}/.exec(alerts) ?? [];
    expect(Number(read)).toBe(hours - 8);
    expect(deliveryDeadlines(hours).alarms).toContain(Number(read));
    expect(alerts).toContain(`are not delivered for ${hours - 8} hours or longer`);
  });

  test('every sentence names the window', () => {
    const named = [...alerts.matchAll(/(?:law gives|delivered within) (\d+) hours/g)];
    expect(named.map(([, figure]) => Number(figure))).toEqual([hours, hours]);
  });
});
