/** Tests tool names for models: valid, short, unique, stable. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLegalName, legalName, nameParameters, nameTools } from './tool-names.js';

const tool = (name: string, label: string, alias?: string) => ({
  name,
  label,
  identity: `${label} ${name}`,
  ...(alias === undefined ? {} : { alias }),
});

it('keeps a name that is valid and unique', () => {
  expect(nameTools([tool('lookup_weather_by_city', 'noaa'), tool('order_refill', 'linden')])).toEqual([
    'lookup_weather_by_city',
    'order_refill',
  ]);
});

it('[PROF-SEC-10] prefixes equal names of two providers with the provider', () => {
  expect(
    nameTools([tool('send_email', 'linden'), tool('send_email', 'northquay'), tool('read_email', 'linden')]),
  ).toEqual(['linden__send_email', 'northquay__send_email', 'read_email']);
});

it('prefixes clashing names with the vendor, also when they differ only in case', () => {
  expect(
    nameTools([tool('check_status', 'linden'), tool('Check_Status', 'northquay'), tool('other', 'linden')]),
  ).toEqual(['linden__check_status', 'northquay__Check_Status', 'other']);
});

it('keeps an alias once assigned, and never reuses it', () => {
  const [first, second] = nameTools([tool('x', 'one', 'check_status'), tool('check_status', 'two')], ['hand_over']);
  expect([first, second]).toEqual(['check_status', 'two__check_status']);
});

it('distinguishes tools of one vendor with the same name', () => {
  const names = nameTools([
    { name: 'a b', label: 'v', identity: '1' },
    { name: 'a_b', label: 'v', identity: '2' },
  ]);
  expect(new Set(names).size).toBe(2);
  expect(names.every(isLegalName)).toBe(true);
});

it('writes parameter names with letters, digits and underscores', () => {
  expect(nameParameters(['Booking Number', 'Booking-Number', 'Zürich', '1st', '__proto__'])).toEqual([
    'Booking_Number',
    expect.stringMatching(/^Booking_Number_[0-9a-f]{8}$/),
    'Zurich',
    't_1st',
    'proto',
  ]);
});

it('truncates a long name and appends a hash', () => {
  const [one, two] = ['a', 'b'].map((end) => legalName(`${'long_'.repeat(50)}${end}`, end));
  expect(one).not.toBe(two);
  expect(one?.length).toBe(64);
});

it('gives any tools valid and unique names', () => {
  const tools = fc.uniqueArray(
    fc.record({
      name: fc.string({ maxLength: 254, unit: 'grapheme' }),
      label: fc.string({ maxLength: 80 }),
      identity: fc.uuid(),
    }),
    { selector: ({ identity }) => identity, maxLength: 20 },
  );
  fc.assert(
    fc.property(tools, (each) => {
      const names = nameTools(each, ['hand_over_to_desk']);
      expect(names.every(isLegalName)).toBe(true);
      expect(new Set([...names, 'hand_over_to_desk'].map((name) => name.toLowerCase())).size).toBe(each.length + 1);
    }),
  );
});
