/** Events of a chat: parts of a response are joined while they arrive, and replaced by the whole. */
import { expect, it } from 'vitest';
import type { ChatEvent } from './chat-event.js';
import { addEvent, readTurns } from './read-turns.js';

const placed = { at: '2026-01-01T00:00:00Z', turn: 1, traceId: 't' };
const text = (part: string): ChatEvent => ({ type: 'delta', round: 1, of: 'text', text: part, ...placed });

it('joins the parts of a response, and forgets them when it is complete', () => {
  const before: ChatEvent[] = [
    { type: 'message', text: 'Hello', ...placed },
    { type: 'asked', round: 1, tools: [], tokens: 0, ...placed },
  ];
  const thinking: ChatEvent = { type: 'delta', round: 1, of: 'reasoning', text: 'Hm.', ...placed };
  const arriving = [thinking, text('The '), text('first')].reduce(addEvent, before);
  expect(arriving).toHaveLength(4);
  expect(readTurns(arriving)[0]?.rounds[0]?.arriving).toBe('The first');
  const replied: ChatEvent = {
    ...{ type: 'replied', round: 1, text: 'The first answer', reasoning: 'Hm.', calls: [], ms: 1 },
    ...placed,
  };
  const complete = addEvent(arriving, replied);
  expect(complete.map(({ type }) => type)).toEqual(['message', 'asked', 'replied']);
  expect(readTurns(complete)[0]?.rounds[0]?.replied?.text).toBe('The first answer');
});
