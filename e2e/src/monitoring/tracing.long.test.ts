// Traces of sales through the real processes: one from the call over the rows to the authority and
// the print, none where no endpoint is set, and no sale that waits for a collector.

import { eventually, freePort } from '@fiscal/testbed';
import { afterAll, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { openShop } from '../contract/shop.ts';
import { cashInvoice, openService, startService } from '../service/running-service.ts';
import { openTraceReceiver } from './trace-receiver.ts';

/** Writes a line to standard error when a process loads the SDK. */
const WATCHED_LOADS = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      if (/@opentelemetry.(sdk|exporter|otlp)/.test(url)) console.error('loaded ' + url);
      return next(url, context);
    },
  });
`)}`;
const NODE_OPTIONS = `--import=${WATCHED_LOADS}`;

/** A caller's span. */
function newCaller(flags = '01') {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` };
}

const receiver = await openTraceReceiver();
afterAll(() => {
  receiver.close();
});
const service = await startService({
  prints: true,
  environment: {
    NODE_OPTIONS,
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of-the-collector',
  },
});

/** The spans of a trace once all of these have come, by name. */
const spansOf = async (traceId: string, ...names: string[]) => {
  const found = () => receiver.spans.filter((span) => span.traceId === traceId);
  await eventually(found, (seen) => names.every((name) => seen.some((each) => each.name === name)));
  return Object.fromEntries(found().map((span) => [span.name, span]));
};
const SALE = 'POST /api/invoices/cash/create-and-print';

describe('with a collector', () => {
  test('a cash sale is one trace: the call, the claim, the exchange and the print', async () => {
    const shop = await openShop(service, { printsAtOnce: true });
    const caller = newCaller();
    const { status, body } = await shop.test
      .createAndPrint()
      .set('traceparent', caller.traceparent)
      .set('X-Request-Id', 'till-7:0042');
    expect([status, body.status]).toEqual([201, 'Fiscalized']);
    const below = {
      store: SALE,
      wait: SALE,
      queue: 'store',
      claim: 'store',
      sign: 'claim',
      'exchange invoice': 'claim',
      print: 'store',
    };
    const spans = await spansOf(caller.traceId, SALE, ...Object.keys(below));
    expect(spans[SALE]).toMatchObject({ parentSpanId: caller.spanId, service: 'fiscal-api' });
    const parents = Object.entries(below).map(([name, parent]) => [name, spans[parent]?.spanId]);
    const seen = Object.keys(below).map((name) => [name, spans[name]?.parentSpanId]);
    expect(seen).toEqual(parents);
    expect(spans[SALE]?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/invoices/cash/create-and-print',
      'http.response.status_code': 201,
      'fiscal.company.id': shop.companyId,
      'fiscal.environment': 'test',
      'fiscal.request.id': 'till-7:0042',
    });
    expect(spans.claim).toMatchObject({ service: 'fiscal-worker' });
    expect(spans.claim?.attributes).toMatchObject({
      'fiscal.invoice.id': body.id,
      'fiscal.attempt': 1,
      'fiscal.outcome': 'fiscalized',
    });
    expect(spans['exchange invoice']?.attributes).toMatchObject({ 'fiscal.outcome': 'registered' });
    expect(spans.print?.attributes).toMatchObject({ 'fiscal.invoice.id': body.id });
    expect(receiver.calls[0]).toMatchObject({ headers: { 'x-key': 'of-the-collector' } });
  });

  test('the work goes on with the call that asked for it: fiscalize, then the PDF', async () => {
    const [selling, reading] = [newCaller(), newCaller()];
    const id = await service.store(cashInvoice());
    await service.script({ type: 'fault', code: 11, message: 'no such seller' });
    const refused = await service.fiscalize(id).set('traceparent', newCaller('00').traceparent);
    expect(refused.status).toBe(400);
    await service.fiscalize(id).set('traceparent', selling.traceparent);
    await service.get(`/api/invoices/${id}/pdf`).set('traceparent', reading.traceparent);
    const FISCALIZE = 'POST /api/invoices/{id}/fiscalize';
    const sold = await spansOf(selling.traceId, FISCALIZE, 'store', 'claim');
    expect(sold.store?.parentSpanId).toBe(sold[FISCALIZE]?.spanId);
    expect(sold.claim?.parentSpanId).toBe(sold.store?.spanId);
    const PDF = 'GET /api/invoices/{id}/pdf';
    const read = await spansOf(reading.traceId, PDF, 'print');
    expect(read.print?.parentSpanId).toBe(read[PDF]?.spanId);
    expect(Object.keys(read)).not.toContain('claim');
  });

  test('an onboarding call is one trace, down to the exchange', async () => {
    const caller = newCaller();
    const { status } = await service
      .post('/api/cashdeposit/initial', { cashAmount: 20 })
      .set('traceparent', caller.traceparent);
    expect(status).toBe(200);
    const ONBOARDING = 'POST /api/cashdeposit/initial';
    const below = {
      store: ONBOARDING,
      wait: ONBOARDING,
      'key operation': 'store',
      'exchange cash-deposit': 'key operation',
    };
    const spans = await spansOf(caller.traceId, ONBOARDING, ...Object.keys(below));
    const parents = Object.entries(below).map(([name, parent]) => [name, spans[parent]?.spanId]);
    const seen = Object.keys(below).map((name) => [name, spans[name]?.parentSpanId]);
    expect(seen).toEqual(parents);
    expect(spans['key operation']).toMatchObject({ service: 'fiscal-worker' });
    expect(spans['key operation']?.attributes).toMatchObject({
      'fiscal.key_operation.kind': 'initial-deposit',
      'fiscal.outcome': 'done',
    });
  });

  test('a refusal has the authority’s code, and a trace that begins here is in the log', async () => {
    const id = await service.store(cashInvoice());
    await service.script({ type: 'fault', code: 11, message: 'no such seller' });
    await service.fiscalize(id);
    const line = await eventually(
      () =>
        service
          .logOf('api')
          .split('\n')
          .find((each) => each.includes(`"path":"/api/invoices/${id}/fiscalize"`)),
      (found) => found !== undefined,
    );
    const { traceId } = JSON.parse(line ?? '{}') as { traceId: string };
    const spans = await spansOf(traceId, 'claim', 'exchange invoice');
    expect(spans['exchange invoice']?.attributes).toMatchObject({
      'fiscal.outcome': 'refused',
      'fiscal.efi.code': 11,
    });
    expect(spans.claim?.attributes).toMatchObject({ 'fiscal.outcome': 'failed' });
  });

  test('what a caller does not keep is kept nowhere, and no text of a sale is in a span', async () => {
    const [unkept, kept] = [newCaller('00'), newCaller()];
    for (const { traceparent } of [unkept, kept]) {
      const { status } = await service.createAndPrint().set('traceparent', traceparent);
      expect(status).toBe(201);
    }
    await spansOf(kept.traceId, SALE, 'claim');
    expect(receiver.spans.filter(({ traceId }) => traceId === unkept.traceId)).toEqual([]);
    expect(JSON.stringify(receiver.spans)).not.toMatch(
      /Šećer|Knjiga|key_test|no such seller|127\.0\.0\.1/,
    );
  });

  test.each(['api', 'worker'] as const)('the %s has loaded the SDK', (name) => {
    expect(service.logOf(name)).toMatch(/loaded .*sdk-trace/);
  });
});

test('without an endpoint no SDK is loaded, and no work has a trace', async () => {
  const untraced = await openService({ prints: true, environment: { NODE_OPTIONS } });
  try {
    await untraced.query('create table traced (trace text)');
    await untraced.query(`create function note_trace() returns trigger language plpgsql
      security definer as $$ begin insert into traced values (new.trace); return new; end $$`);
    await untraced.query(
      'create trigger note_trace after insert on work for each row execute function note_trace()',
    );
    const sale = untraced.createAndPrint().set('traceparent', newCaller().traceparent);
    expect((await sale).status).toBe(201);
    expect(await untraced.query('select distinct trace from traced')).toEqual([{ trace: null }]);
    for (const name of ['api', 'worker'] as const) {
      expect(untraced.logOf(name)).not.toContain('loaded ');
    }
  } finally {
    await untraced.close();
  }
});

test('a collector that hangs, and one that is away, delay no sale and no end', async () => {
  const silent = await openTraceReceiver({ isSilent: true });
  const away = `http://127.0.0.1:${await freePort()}`;
  const withoutCollector = await openService({
    prints: true,
    environmentOf: (name) => ({
      OTEL_EXPORTER_OTLP_ENDPOINT: name === 'api' ? silent.url : away,
    }),
  });
  try {
    expect((await withoutCollector.createAndPrint()).status).toBe(201);
    await eventually(
      () => silent.calls.length,
      (calls) => calls > 0,
    );
    // While that call hangs.
    expect((await withoutCollector.createAndPrint()).status).toBe(201);
    for (const name of ['api', 'worker'] as const) {
      const log = await eventually(
        () => withoutCollector.logOf(name),
        (text) => text.includes('traces are not taken'),
      );
      expect(log.match(/traces are not taken/g)).toHaveLength(1);
    }
    expect((await withoutCollector.createAndPrint()).status).toBe(201);
    for (const name of ['api', 'worker'] as const) {
      const process = withoutCollector.stack.processes.get(name);
      process?.kill('SIGTERM');
      expect(await process?.ended).toEqual({ code: 0, signal: null });
    }
  } finally {
    silent.close();
    await withoutCollector.close();
  }
});
