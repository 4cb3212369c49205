/** Labeled requests: which ask for an action, which for information, and which must not lead to a call. */
import { readFileSync } from 'node:fs';
import type { Words } from '../words/words.js';
import { mayCall } from './mood.js';
import { readMood } from './read-mood.js';

/** A labeled request; `act` asks for an action, `read` for information. */
export interface LabelledRequest {
  kind: string;
  text: string;
}

/** How the reader did on a list. */
export interface MoodRecord {
  /** Requests that must not act, and those read as requests for an action. */
  forbidden: number;
  acted: string[];
  /** Ordinary requests, and those that would be refused. */
  ordinary: number;
  refused: string[];
}

/** The development list, or the one set aside. */
export function readRequests(part: 'develop' | 'heldout'): LabelledRequest[] {
  const list = readFileSync(new URL(`./fixtures/requests.${part}.txt`, import.meta.url), 'utf8');
  const lines = list.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [kind = '', text = ''] = line.split(' | ');
    return { kind, text };
  });
}

/** Runs the reader over a list, with an operation that changes something for `act`, and one that reads for `read`. */
export function measureMoods(list: readonly LabelledRequest[], words: Words): MoodRecord {
  const ordinary = list.filter(({ kind }) => kind === 'act' || kind === 'read');
  const forbidden = list.filter((each) => !ordinary.includes(each));
  const allows = ({ text, kind }: LabelledRequest) =>
    mayCall(readMood(text, words), kind === 'read' ? 'reads' : 'changes', true);
  return {
    forbidden: forbidden.length,
    acted: forbidden.filter(allows).map(({ text }) => text),
    ordinary: ordinary.length,
    refused: ordinary.filter((each) => !allows(each)).map(({ text }) => text),
  };
}
