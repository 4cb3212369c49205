/** `read_result`: reads on in a result that was too large. Every root has it, since every root can return one. */
import type { JsonObject } from '@dragoman/model';
import { Failure, partTitle } from '@dragoman/model';
import type { KeptResults } from '../../../gateway/kept-results.js';
import { memberOf, ownMeta } from '../wire.js';
import type { McpTool, OwnAnswer } from './root.js';
import { readResultName, writePart } from './shorten-result.js';

const properties: JsonObject = {
  result_id: { type: 'string', description: 'Id from the large result.', maxLength: 200 },
  pointer: { type: 'string', description: 'JSON pointer to a part, such as /items/0.', maxLength: 2000 },
  offset: { type: 'integer', description: 'Items, members or characters to skip.', minimum: 0, default: 0 },
};

const listed: JsonObject = {
  name: readResultName,
  title: 'Read on in a large result',
  description:
    'Reads on in a result of another tool that was too large to show at once. Use the result_id, pointer and offset ' +
    'that the result names.',
  inputSchema: {
    type: 'object',
    required: ['result_id'],
    properties,
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

/** The tool. */
export function createResultTool(results: KeptResults): McpTool {
  return { name: readResultName, listed, run: (given, { caller }) => read(results, given, caller) };
}

async function read(
  results: KeptResults,
  given: JsonObject,
  caller: Parameters<KeptResults['read']>[0],
): Promise<OwnAnswer> {
  const odd = Object.keys(given).find((name) => !Object.hasOwn(properties, name));
  if (odd !== undefined) throw wrong(odd.slice(0, 80), `is unknown; use one of ${Object.keys(properties).join(', ')}`);
  const id = memberOf(given, 'result_id');
  const pointer = memberOf(given, 'pointer') ?? '';
  const offset = memberOf(given, 'offset') ?? 0;
  if (typeof id !== 'string' || id === '') throw wrong('result_id', 'must be the id that a large result names');
  if (typeof pointer !== 'string') throw wrong('pointer', 'must be a JSON pointer, such as /items/0');
  if (!Number.isSafeInteger(offset) || Number(offset) < 0) throw wrong('offset', 'must be an integer of at least 0');
  const request = { pointer, offset: Number(offset), characters: results.characters };
  const { part, expiresAt, characters } = await results.read(caller, id, request);
  const { nextOffset } = part;
  const next = nextOffset === undefined ? 'This is the last part of it.' : `Read on with offset ${nextOffset}.`;
  const text = `These are ${partTitle(part)}. ${next}\n\n${writePart(part)}`;
  const link = { result_id: id, expires_at: expiresAt, characters, pointer: part.pointer };
  const about = { ...link, ...(nextOffset === undefined ? {} : { next_offset: nextOffset }) };
  return { kind: 'text', text, meta: { [`${ownMeta}trust`]: 'untrusted', [`${ownMeta}result`]: about } };
}

function wrong(field: string, detail: string): Failure {
  return new Failure('INVALID_INPUT', {
    message: `'${field}' ${detail}.`,
    fieldErrors: [{ field, pointer: `/${field}`, code: 'request/argument', detail }],
  });
}
