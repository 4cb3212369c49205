import { expect, it } from 'vitest';
import { Failure } from './failure.js';
import { fromPlainFailure, toPlainFailure } from './plain-failure.js';

it('keeps everything that callers see of a failure, through JSON', () => {
  const failure = new Failure('CONFLICT', {
    message: 'The server refused the call.',
    help: 'Check the input.',
    retryable: true,
    retryAfter: 3,
    said: 'no such resource',
    members: { some: 1 },
    cause: new Error('internal'),
  });
  const again = fromPlainFailure(JSON.parse(JSON.stringify(toPlainFailure(failure))));
  expect(again).toMatchObject({ code: 'CONFLICT', message: 'The server refused the call.', said: 'no such resource' });
  expect(again).toMatchObject({ retryAfter: 3, members: { some: 1 } });
  expect(again.row).toEqual(failure.row);
  expect(again.cause).toBeUndefined();
});
