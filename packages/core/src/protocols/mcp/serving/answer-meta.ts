/**
 * The `_meta` of an ordinary tool result. Only its trace id changes from call to call, so the rest of its JSON is
 * written once for each tool: it is about half of a small result.
 */
import { quoteJson } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { RpcId } from '../../../transport/json-rpc.js';
import { rpcResult } from '../../../transport/json-rpc.js';
import { ownMeta } from '../wire.js';

/** `_meta` member names, precomputed because concatenation on each call is expensive. */
export const metaNames = {
  agent: `${ownMeta}agent`,
  origin: `${ownMeta}origin`,
  trust: `${ownMeta}trust`,
  findings: `${ownMeta}findings`,
  replayed: `${ownMeta}replayed`,
  trace: `${ownMeta}trace_id`,
} as const;

/** The part that is the same for all calls of a tool, as members and as the beginning of the JSON. */
interface SharedPart {
  agentId: string;
  members: JsonObject;
  text: string;
}

/** By the metadata of the tool. */
const shared = new WeakMap<JsonObject, SharedPart>();

function sharedPart(toolMeta: JsonObject, agentId: string): SharedPart {
  const known = shared.get(toolMeta);
  if (known?.agentId === agentId) return known;
  const origin = toolMeta[metaNames.agent] ?? agentId;
  const members = Object.freeze({ ...toolMeta, [metaNames.origin]: origin, [metaNames.trust]: 'untrusted' });
  const text = `${JSON.stringify(members).slice(0, -1)},${quoteJson(metaNames.trace)}:`;
  const made = { agentId, members, text };
  shared.set(toolMeta, made);
  return made;
}

/** A class, so that a copy with other members is not mistaken for one whose JSON is known. */
class AnswerMeta {
  declare readonly [metaNames.trace]: string;
  readonly #begin: string;

  constructor({ members, text }: SharedPart, traceId: string) {
    Object.assign(this, members);
    (this as { [metaNames.trace]: string })[metaNames.trace] = traceId;
    this.#begin = text;
  }

  static textOf(meta: JsonValue | undefined): string | undefined {
    return meta instanceof AnswerMeta ? `${meta.#begin}${quoteJson(meta[metaNames.trace])}}` : undefined;
  }
}

/** The `_meta` of a result without findings that is not replayed; it must not be modified. */
export function answerMeta(toolMeta: JsonObject, { agentId, traceId }: { agentId: string; traceId: string }) {
  return new AnswerMeta(sharedPart(toolMeta, agentId), traceId) as unknown as Readonly<JsonObject>;
}

/** A successful answer as JSON. */
export function writeResult(id: RpcId, result: JsonObject): string {
  const meta = AnswerMeta.textOf(result._meta);
  if (meta === undefined) return JSON.stringify(rpcResult(id, result));
  let text = '';
  for (const name in result) {
    const value = result[name];
    if (value === undefined) continue;
    text += `${text === '' ? '{' : ','}"${name}":${name === '_meta' ? meta : JSON.stringify(value)}`;
  }
  return `{"jsonrpc":"2.0","id":${typeof id === 'number' ? id : JSON.stringify(id)},"result":${text}}}`;
}
