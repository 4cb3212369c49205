import { expect, it } from 'vitest';
import { invalidDescription } from './invalid-description.js';

it('states the problem and the remedy once', () => {
  const finding = (code: string, message: string) =>
    ({ code, severity: 'error', message, help: 'Write low.', location: { pointer: '/a/0' } }) as const;
  const { message, fieldErrors } = invalidDescription([
    finding('agis/sensitivity', '"secret" is not a sensitivity'),
    finding('nact/no-root', 'Location unknown.'),
    finding('schema/type', 'must be a string'),
    { ...finding('agis/advice', 'Only advice.'), severity: 'warning' },
  ]);
  expect(message).toBe('The description has 3 problems.');
  expect(fieldErrors.map(({ detail }) => detail)).toEqual([
    '"secret" is not a sensitivity. Write low.',
    'Location unknown. Write low.',
    'must be a string',
  ]);
  expect(invalidDescription([finding('aidip/type', 'must be a string')]).message).toBe('The metadata has 1 problem.');
  expect(fieldErrors[0]).toMatchObject({ field: 'a[0]', pointer: '/a/0' });
});
