import { describe, expect, it } from 'vitest';
import { findMentions } from './mentions.js';
import { readMoment } from './moments.js';
import { readNumber } from './numbers.js';
import { momentIn } from './time-zone.js';
import { cutTokens } from './tokens.js';

/** A Wednesday. */
const today = '2026-11-18';

describe('days and times', () => {
  it.each([
    ['tomorrow', { day: '2026-11-19' }],
    ['today at 19:30', { day: today, time: '19:30' }],
    ['the day after tomorrow', { day: '2026-11-20' }],
    ['Friday', { day: '2026-11-20' }],
    ['this Friday', { day: '2026-11-20' }],
    ['Wednesday', { day: '2026-11-25' }],
    ['next Friday', { day: '2026-11-27' }],
    ['next Monday at noon', { day: '2026-11-23', time: '12:00' }],
    ['next Sunday', { day: '2026-11-29' }],
    ['in three days', { day: '2026-11-21' }],
    ['in a week', { day: '2026-11-25' }],
    ['2 December at 11:15', { day: '2026-12-02', time: '11:15', yearless: true }],
    ['December 2nd', { day: '2026-12-02', yearless: true }],
    ['the 3rd of May 2027', { day: '2027-05-03' }],
    ['1 March', { day: '2027-03-01', yearless: true }],
    ['2026-12-24', { day: '2026-12-24' }],
    ['2026-12-24T18:00', { day: '2026-12-24', time: '18:00' }],
    ['2026-12-24T18:00+02:00', { day: '2026-12-24', time: '18:00', exact: '2026-12-24T18:00+02:00' }],
    ['7pm', { time: '19:00' }],
    ['12am', { time: '00:00' }],
    ['at 19', { time: '19:00' }],
    ['tomorrow at 7', { day: '2026-11-19', openHour: 7 }],
    ['tonight at 7', { day: today, time: '19:00' }],
    ['at 8 in the morning', { time: '08:00' }],
    ['17:00 tomorrow', { day: '2026-11-19', time: '17:00' }],
  ])('reads "%s"', (text, moment) => {
    expect(readMoment(cutTokens(text), 0, today)?.moment).toEqual(moment);
  });

  it.each(['30 February', '2026-02-30', '25:00', '13pm', 'by ten days', 'soon', '', 'at 99'])(
    'finds no moment in "%s"',
    (text) => {
      expect(readMoment(cutTokens(text), 0, today)).toBeUndefined();
    },
  );

  it('writes the offset of the time zone on that day', () => {
    expect(momentIn('Europe/London', '2026-07-01', '12:00')).toBe('2026-07-01T12:00:00+01:00');
    expect(momentIn('America/New_York', '2026-12-01', '09:30')).toBe('2026-12-01T09:30:00-05:00');
    expect(momentIn('Asia/Kathmandu', '2026-12-01', '09:30')).toBe('2026-12-01T09:30:00+05:45');
  });
});

describe('numbers', () => {
  it.each([
    ['two', 2],
    ['twenty five', 25],
    ['twenty-five', 25],
    ['a dozen', 12],
    ['half a dozen', 6],
    ['a couple of', 2],
    ['three hundred', 300],
    ['1,200', 1200],
    ['40.50', 40.5],
  ])('reads "%s"', (text, value) => {
    expect(readNumber(cutTokens(text), 0)?.value).toBe(value);
  });
});

describe('values in an instruction', () => {
  it('finds each kind once and in order', () => {
    const text =
      'send £40.50 to Tom Hale, ref AB-12, tom@x.example, "two words", LS1 4AP, for 3 more days, 20 euros, 7 seats';
    expect(findMentions(cutTokens(text), today).map(({ kind }) => kind)).toEqual([
      'money',
      'name',
      'code',
      'email',
      'quoted',
      'postcode',
      'span',
      'money',
      'number',
    ]);
  });
});
