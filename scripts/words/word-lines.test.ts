/** Tests which words are selected from WordNet and the format of their entries, on a WordNet of six lines. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWordLines } from './word-lines.js';
import { readWordNet } from './wordnet.js';

const files: Record<string, string> = {
  'index.verb':
    'lock v 1 0 1 1 00000001  \npay v 1 0 1 1 00000002  \nunlock v 1 0 1 0 00000003  \nknead v 1 0 1 0 00000004  \nmuse v 2 0 2 0 00000005 00000004  \ndock_up v 1 0 1 0 00000001  \nbolt v 1 0 1 0 00000001  \n',
  'data.verb': [
    '00000001 35 v 02 lock 0 bolt 0 001 ! 00000003 v 0101 | to fasten  ',
    '00000002 40 v 01 pay 0 000 | to give money  ',
    '00000003 35 v 01 unlock 0 001 ! 00000001 v 0101 | to open  ',
    '00000004 35 v 01 knead 0 000 | to press and fold  ',
    '00000005 31 v 01 muse 0 000 | to think  ',
    '',
  ].join('\n'),
  'index.noun':
    'child n 1 0 1 1 00000011  \npayment n 1 0 1 1 00000012  \nparis n 1 0 1 1 00000013  \nquark n 1 0 1 0 00000014  \n',
  'data.noun': [
    '00000011 18 n 01 child 0 000 | a young person  ',
    '00000012 21 n 01 payment 0 001 + 00000002 v 0101 | money paid  ',
    '00000013 15 n 01 Paris 0 000 | a city  ',
    '00000014 17 n 01 quark 0 000 | a particle  ',
    '',
  ].join('\n'),
  'index.adj': '',
  'data.adj': '',
  'index.adv': '',
  'data.adv': '',
  'index.sense': [
    'child%1:18:00:: 00000011 1 5',
    'lock%2:35:00:: 00000001 1 1',
    'paris%1:15:00:: 00000013 1 9',
    'pay%2:40:00:: 00000002 1 30',
    'payment%1:21:00:: 00000012 1 3',
    '',
  ].join('\n'),
};

describe('the entries of the word table', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'words-'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('contain single common words that are verbs or occur in texts, with their attributes, in order', () => {
    const entries = makeWordLines(readWordNet(folder), { paid: 'pay', pays: 'pay' }, { children: 'child' });
    expect(entries).toEqual([
      'bolt=v0:m!unlock~lock',
      'child=n3@p',
      'children=*child',
      'knead=v0:m',
      'lock=v1:m!unlock',
      'muse=v0',
      'paid=<pay',
      'pay=v5:c',
      'payment=n2>pay',
      'unlock=v0:m!bolt,lock',
    ]);
  });
});
