/** Converts the results of methods that read content; parts of invalid form are left out with a diagnostic. */
import type { Diagnostic, JsonObject, JsonValue, McpContentMethod } from '@dragoman/model';
import { diagnose, Failure, isJsonObject } from '@dragoman/model';
import type { AnswerOutcome } from '../../../gateway/call.js';
import { rpcCodes } from '../../../transport/json-rpc.js';
import { mcpDiagnostics } from '../diagnostics.js';
import { plainContents, plainPart } from '../well-formed.js';
import { mcpCodes, memberOf } from '../wire.js';
import type { LinkAnswer } from './mcp-link.js';
import { failureOf } from './read-result.js';

/** Maximum number of contents of a resource, of messages of a prompt, and of completed values. */
const most = { contents: 1000, messages: 1000, values: 100 };

/** Maximum number of diagnostics of one result. */
const maxFindings = 20;

/** The result as the output of the operation; throws errors of the server. */
export function contentOutcome(method: McpContentMethod, answer: LinkAnswer): AnswerOutcome {
  if (answer.kind === 'error') throw contentFailure(method, answer);
  const findings: Diagnostic[] = [];
  const body = readers[method](answer.result, findings);
  return { kind: 'answer', status: 200, headers: {}, findings, replayed: false, body };
}

/** Servers of both generations report an unknown resource, each by a code of its own; other wrong arguments have one code. */
function contentFailure(method: McpContentMethod, answer: LinkAnswer & { kind: 'error' }): Failure {
  const { code, message } = answer.error;
  const isRefused = code === rpcCodes.params;
  if (method === 'resources/read' && (isRefused || code === mcpCodes.resourceUnknown)) {
    return new Failure('NOT_FOUND', { message: 'The service has no such resource.', said: message });
  }
  if (!isRefused) return failureOf(answer);
  return new Failure('INVALID_INPUT', { message: 'The server refused the arguments.', said: message });
}

type ReadResult = (result: JsonObject, findings: Diagnostic[]) => JsonObject;

const readers: Readonly<Record<McpContentMethod, ReadResult>> = {
  'resources/read': (result, findings) => ({
    contents: keep(listOf(result, 'contents', most.contents), plainContents, { path: '/contents', findings }),
  }),
  'resources/subscribe': () => ({}),
  'prompts/get': (result, findings) => {
    const { description } = result;
    const messages = listOf(result, 'messages', most.messages);
    return {
      ...(typeof description === 'string' ? { description } : {}),
      messages: keep(messages, plainMessage, { path: '/messages', findings }),
    };
  },
  'completion/complete': ({ completion }) => {
    if (!isJsonObject(completion)) throw invalid('completion');
    const { values, total, hasMore } = completion;
    const texts = (Array.isArray(values) ? values : []).filter((value) => typeof value === 'string');
    return {
      completion: {
        values: texts.slice(0, most.values),
        ...(typeof total === 'number' ? { total } : {}),
        ...(typeof hasMore === 'boolean' ? { hasMore } : {}),
      },
    };
  },
};

function plainMessage(message: JsonValue): JsonObject | undefined {
  if (!isJsonObject(message)) return undefined;
  const role = memberOf(message, 'role');
  const content = plainPart(memberOf(message, 'content') ?? null);
  return (role === 'user' || role === 'assistant') && content !== undefined ? { role, content } : undefined;
}

function listOf(result: JsonObject, member: string, limit: number): JsonValue[] {
  const list = memberOf(result, member);
  if (!Array.isArray(list)) throw invalid(member);
  if (list.length <= limit) return list;
  throw new Failure('ANSWER_TOO_LARGE', { message: `The server sent more than ${limit} ${member}.` });
}

function invalid(member: string): Failure {
  return new Failure('UPSTREAM_ERROR', { message: `The server sent a result without valid '${member}'.` });
}

function keep(
  items: readonly JsonValue[],
  plain: (item: JsonValue) => JsonObject | undefined,
  { path, findings }: { path: string; findings: Diagnostic[] },
): JsonObject[] {
  return items.flatMap((item, at) => {
    const kept = plain(item);
    if (kept !== undefined) return [kept];
    const pointer = `${path}/${at}`;
    if (findings.length < maxFindings) {
      findings.push(diagnose(mcpDiagnostics, 'mcp/part-left-out', { pointer }, { place: pointer }));
    }
    return [];
  });
}
