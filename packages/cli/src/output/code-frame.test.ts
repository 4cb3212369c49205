/** Tests how much of a source line is shown next to a finding. */
import { describe, expect, it } from 'vitest';
import { createPalette } from '../terminal/paint.js';
import { codeFrame } from './code-frame.js';

const frame = (text: string, width: number, column = 3) =>
  codeFrame([text], { pointer: '', start: { line: 1, column } }, { color: createPalette(false), width })
    .map(({ painted }) => painted)
    .join('\n');

describe('the source line of a finding', () => {
  it('ends in an ellipsis where it is cut, and is whole where it fits', () => {
    const [shown = '', marked = ''] = frame('- {name: status, in: query, enum: [booked, paid]}', 40).split('\n');
    expect(shown).toBe('  1 | - {name: status, in: query, enum:…');
    expect(marked.length).toBe(shown.length);
    expect(frame('- {name: status}', 40).split('\n')[0]).toBe('  1 | - {name: status}');
  });
});
