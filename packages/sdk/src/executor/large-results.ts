/**
 * Results that were too long for the model. They stay in the session, and the model reads on in them with the tool
 * `read_result`, which is shown from the first such result on.
 */
import type { JsonObject, ToolArgument } from '@dragoman/model';
import { partTitle, readPart } from '@dragoman/model';
import type { ShownTool } from './shapes/model-shape.js';

/** Name of the tool. */
export const readResultName = 'read_result';

/** The large results of one session. */
export interface LargeResults {
  /** The tool; undefined as long as there is nothing to read. */
  shown(): ShownTool | undefined;
  /** Keeps a result, instead of the oldest one when there are too many; returns its id. */
  keep(outputs: readonly ToolArgument[]): string;
  /** A part of a result, or what is wrong with the request. */
  read(inputs: Readonly<Record<string, unknown>>): { text: string } | { fault: string };
}

/** Maximum number of results that are kept. */
const mostKept = 10;

const tool: ShownTool = {
  name: readResultName,
  description:
    'Reads on in a result of another tool that was too long to show at once. Use the result_id, pointer and offset ' +
    'that the result names.',
  schema: {
    type: 'object',
    properties: {
      result_id: { type: 'string', description: 'Id from the long result.', maxLength: 20 },
      pointer: { type: 'string', description: 'JSON pointer to a part, such as /items/0.', maxLength: 2000 },
      offset: { type: 'integer', description: 'Items, members or characters to skip; 0 by default.', minimum: 0 },
    },
    required: ['result_id'],
    additionalProperties: false,
  },
};

/** Creates the list; `always` shows the tool from the start, for frameworks that read their tools once. */
export function createLargeResults(characters: number, always: boolean): LargeResults {
  const kept = new Map<string, JsonObject>();
  let count = 0;
  return {
    shown: () => (always || kept.size > 0 ? tool : undefined),
    keep(outputs) {
      count += 1;
      const [oldest] = kept.keys();
      if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
      kept.set(`r${count}`, toObject(outputs));
      return `r${count}`;
    },
    read({ result_id: id, pointer = '', offset = 0 }) {
      const value = typeof id === 'string' ? kept.get(id) : undefined;
      if (value === undefined)
        return { fault: `No result has this result_id; known are: ${[...kept.keys()].join(', ') || 'none'}.` };
      if (typeof pointer !== 'string') return { fault: 'pointer must be a JSON pointer, such as /items/0.' };
      if (!Number.isSafeInteger(offset) || Number(offset) < 0)
        return { fault: 'offset must be an integer of at least 0.' };
      const part = readPart(value, {
        pointer,
        offset: Number(offset),
        characters: Math.max(characters - 300, characters / 2),
      });
      if (part === undefined) return { fault: `Nothing is at the pointer ${JSON.stringify(pointer.slice(0, 200))}.` };
      const next =
        part.nextOffset === undefined ? 'This is the last part of it.' : `Read on with offset ${part.nextOffset}.`;
      const shown = typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
      return { text: `These are ${partTitle(part)}. ${next}\n\n${shown}` };
    },
  };
}

/** The outputs as one object. */
export function toObject(outputs: readonly ToolArgument[]): JsonObject {
  return Object.fromEntries(outputs.map(({ name, value }) => [name, value]));
}
