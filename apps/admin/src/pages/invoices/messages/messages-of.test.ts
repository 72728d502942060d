import { expect, test } from '@jest/globals';
import { messagesOf } from './messages-of.ts';

const event = (
  kind: Parameters<typeof messagesOf>[0][number]['kind'],
  submissionId: string | null,
) => ({
  kind,
  at: '2026-11-21T12:00:00.000Z',
  submissionId,
  subsequentDelivery: submissionId === 'b' ? 'SERVICE' : null,
  replaced: submissionId === 'b' ? 4 : 0,
});

test('the messages of an invoice are numbered as they were sent, with those that one stands for, the newest first', () => {
  const messages = messagesOf([
    event('created', null),
    event('message-sent', 'a'),
    event('message-unanswered', 'a'),
    event('handed-out-offline', null),
    event('message-sent', 'b'),
    event('message-registered', 'b'),
    event('message-sent', 'c'),
  ]);
  expect(messages.map(({ id, number, outcome }) => [id, number, outcome])).toEqual([
    ['c', 7, 'open'],
    ['b', 6, 'registered'],
    ['a', 1, 'unanswered'],
  ]);
  expect(messages[1]?.subsequentDelivery).toBe('SERVICE');
});

test('an invoice that was never sent has no messages', () => {
  expect(messagesOf([event('created', null), event('number-given', null)])).toEqual([]);
});
