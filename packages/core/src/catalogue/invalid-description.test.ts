import { expect, it } from 'vitest';
import { invalidDescription } from './invalid-description.js';

it('says what is wrong and what to do, once', () => {
  const finding = (code: string, message: string) =>
    ({ code, severity: 'error', message, help: 'Write low.', location: { pointer: '/a/0' } }) as const;
  const { message, fieldErrors } = invalidDescription([
    finding('agis/sensitivity', '"secret" is no sensitivity'),
    finding('nact/no-root', 'Nobody says where.'),
    finding('aidip/type', 'must be a text'),
    { ...finding('agis/advice', 'Only advice.'), severity: 'warning' },
  ]);
  expect(message).toBe('The metadata has 3 problems.');
  expect(fieldErrors.map(({ detail }) => detail)).toEqual([
    '"secret" is no sensitivity. Write low.',
    'Nobody says where. Write low.',
    'must be a text',
  ]);
  expect(fieldErrors[0]).toMatchObject({ field: 'a[0]', pointer: '/a/0' });
});
