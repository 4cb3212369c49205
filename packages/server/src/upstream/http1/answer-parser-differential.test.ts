/**
 * Compares our response parser with Node's own parser on generated responses, valid and damaged. Everything that we
 * accept, Node accepts and parses identically; if two parsers disagreed on the end of a message, one caller would get
 * another's bytes.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerParser } from './answer-parser.js';
import { cuts, damaged, edit, method, properResponse, response } from './drawn-response.support.js';
import type { WholeResponse } from './node-client.support.js';
import { headerPairs, readWithNode } from './node-client.support.js';

const headerBytes = 15_000;

function readWithOurs(pieces: readonly Buffer[], method: string): WholeResponse | undefined {
  let head: Pick<WholeResponse, 'status' | 'headers'> = { status: 0, headers: [] };
  let body = '';
  const receiver = {
    onHead(status: number, headers: NodeJS.Dict<string | string[]>) {
      const flat = Object.entries(headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((one) => [name, one] as const),
      );
      head = { status, headers: headerPairs(flat) };
    },
    onData(chunk: Uint8Array) {
      body += Buffer.from(chunk).toString('latin1');
    },
    onEnd: () => undefined,
  };
  const parser = new AnswerParser(receiver, { headerBytes, isHeadRequest: method === 'HEAD' });
  try {
    for (const piece of pieces) parser.feed(piece);
    if (!parser.isDone) parser.finish();
  } catch (fault) {
    // Any other error is a bug in the parser.
    expect((fault as { code?: string }).code).toMatch(/^ERR_ANSWER_/);
    return undefined;
  }
  return { ...head, body };
}

/** Splits the bytes at the generated positions. */
function cut(text: string, cuts: readonly number[]): Buffer[] {
  const at = [0, ...cuts.map((each) => each % (text.length + 1)).sort((a, b) => a - b), text.length];
  return at
    .slice(1)
    .map((end, index) => Buffer.from(text.slice(at[index], end), 'latin1'))
    .filter((piece) => piece.length > 0);
}

const edits = fc.array(edit, { minLength: 1, maxLength: 3 });

describe('a response', () => {
  it('that is valid parses the same as with Node', async () => {
    await fc.assert(
      fc.asyncProperty(properResponse, cuts, method, async (text, places, verb) => {
        const pieces = cut(text, places);
        const ours = readWithOurs(pieces, verb);
        expect(ours).toBeDefined();
        expect(ours).toEqual(await readWithNode(pieces, verb));
      }),
      { numRuns: 400 },
    );
  });

  it('that is odd or damaged is rejected, or parses the same as with Node', async () => {
    await fc.assert(
      fc.asyncProperty(
        response,
        fc.oneof(fc.constant([]), edits),
        cuts,
        method,
        async (text, changes, places, verb) => {
          const pieces = cut(damaged(text, changes), places);
          const ours = readWithOurs(pieces, verb);
          if (ours !== undefined) expect(ours).toEqual(await readWithNode(pieces, verb));
        },
      ),
      { numRuns: 800 },
    );
  });
});
