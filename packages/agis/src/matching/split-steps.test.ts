import { describe, expect, it } from 'vitest';
import { createWords } from '../words/create-words.js';
import { splitSteps } from './split-steps.js';

const words = createWords();

describe('splitSteps', () => {
  it.each([
    ['Find a flight to Rome and book it', ['Find a flight to Rome', 'book it']],
    ['Upload plan.pdf, then share it with Tom', ['Upload plan.pdf', 'share it with Tom']],
    ['Lock the door, turn off the lights and arm the alarm', ['Lock the door', 'turn off the lights', 'arm the alarm']],
    ['Is my parcel there? And refill my pills', ['Is my parcel there', 'refill my pills']],
    ['Post "sorry, cancel it and go home" in general', ['Post "sorry, cancel it and go home" in general']],
    ['Book a table for me and my wife', ['Book a table for me and my wife']],
    ['My card is gone, block it', ['My card is gone, block it']],
    ['Lock the door & arm the alarm', ['Lock the door', 'arm the alarm']],
    ['Open the door, but first disarm the alarm', ['Open the door', 'disarm the alarm']],
    ['Lock the door or arm the alarm', ['Lock the door or arm the alarm']],
    ['', []],
  ])('splits %j into its requests', (intent, parts) => {
    expect(splitSteps(intent, words)).toEqual(parts);
  });

  it('leaves long texts and long lists whole', () => {
    const long = `book it and ${'delete it and '.repeat(100_000)}`;
    expect(splitSteps(long, words)).toEqual([long]);
    const list = Array.from({ length: 7 }, (_, at) => `delete file ${at}`).join(' and ');
    expect(splitSteps(list, words)).toEqual([list]);
  });
});
