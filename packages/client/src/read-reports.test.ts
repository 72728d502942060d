import { expect, test } from '@jest/globals';
import { createFiscalClient } from './client.ts';
import { startScriptedService } from './testing/scripted-service.ts';

test('a report is read as JSON, and as the bytes of a file', async () => {
  const service = await startScriptedService([
    { status: 200, body: { report: 'day', forDeposit: 12.5 } },
    { status: 200, body: { report: 'state' } },
    { status: 200, body: 'Of;Amount\r\n', headers: { 'Content-Type': 'text/csv' } },
    { status: 409, body: { error: 'Not over.', code: 'DAY_NOT_OVER' } },
  ]);
  try {
    const client = createFiscalClient({ baseUrl: service.baseUrl, apiKey: 'key_test_x' });
    const day = await client.readReport('day', { date: '2026-11-25' });
    expect(day.forDeposit).toBe(12.5);
    expect((await client.readReport('state')).report).toBe('state');
    const file = { from: '2026-10-01', to: '2026-10-31', format: 'csv' } as const;
    const bytes = await client.readReportFile('offline-journal', file);
    expect(Buffer.from(bytes).toString()).toBe('Of;Amount\r\n');
    await expect(client.readReport('day', { date: '2026-11-26' })).rejects.toMatchObject({
      status: 409,
      body: { code: 'DAY_NOT_OVER' },
    });
    expect(service.seen.map(({ call }) => call)).toEqual([
      'GET /api/reports/day?date=2026-11-25',
      'GET /api/reports/state',
      'GET /api/reports/offline-journal?from=2026-10-01&to=2026-10-31&format=csv',
      'GET /api/reports/day?date=2026-11-26',
    ]);
  } finally {
    await service.close();
  }
});
