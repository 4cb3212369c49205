/** The uptime of processes. */
import { expect, it } from 'vitest';
import { uptimeText } from './uptime-text.js';

it.each([
  [400, '0 s'],
  [119_000, '119 s'],
  [125_000, '2 min'],
  [7_200_000, '2 h'],
  [180_000_000, '2 d'],
])('%i ms are shown as %s', (milliseconds, text) => {
  expect(uptimeText(milliseconds)).toBe(text);
});
