/** Converts the result of `tools/call` to the operation's response; parts are kept, and so is the code of an error. */
import type { Diagnostic, JsonObject, JsonValue } from '@dragoman/model';
import { diagnose, Failure, failures, isJsonObject, meaningOfStatus, upstreamCode } from '@dragoman/model';
import type { AnswerOutcome, Target } from '../../../gateway/call.js';
import { verifyParts } from '../../../gateway/media.js';
import { rpcCodes } from '../../../transport/json-rpc.js';
import { mcpDiagnostics } from '../diagnostics.js';
import { plainPart } from '../well-formed.js';
import { mcpCodes, memberOf, metaOf, ownMeta, tasksExtension } from '../wire.js';
import type { LinkAnswer } from './mcp-link.js';
import { cannotAnswer } from './relay-questions.js';

/** The response; throws results that are not a response of the tool. */
export function outcomeOf(target: Target, answer: LinkAnswer): AnswerOutcome {
  if (answer.kind === 'error') throw failureOf(answer);
  const { result } = answer;
  const type = memberOf(result, 'resultType') ?? 'complete';
  if (type !== 'complete')
    throw new Failure('UPSTREAM_ERROR', { message: 'The server sent a result of an unknown type.' });
  const findings: Diagnostic[] = [];
  const content = verifyParts(partsOf(result, findings), findings);
  const body = bodyOf(target, result, content);
  const plain: AnswerOutcome = { kind: 'answer', status: 200, headers: {}, findings, replayed: false, content };
  if (body !== undefined) plain.body = body;
  // A structured value without parts is shown like any other body by faces that support parts.
  if (content.length === 0 && body !== null && result.isError !== true) delete plain.content;
  return result.isError === true ? asError(plain, result) : plain;
}

/** Maximum number of diagnostics for the parts of one result. */
const maxFindings = 20;

/** Maximum characters of the tool's own text that a failure repeats. */
const maxRepeated = 2000;

/**
 * A tool's own failure is a response of the service: its text and its code are kept. Faces without parts show it as a
 * standard error.
 */
function asError(answer: AnswerOutcome, result: JsonObject): AnswerOutcome {
  const meta = metaOf(result);
  const code = upstreamCode(meta[`${ownMeta}code`]);
  const meant = code ?? (meta[`${ownMeta}retryable`] === true ? 'UNAVAILABLE' : 'CONFLICT');
  const structured = memberOf(result, 'structuredContent');
  const after = meta[`${ownMeta}retry_after`];
  const headers: Record<string, string> = {
    ...(typeof after === 'number' && after >= 0 ? { 'retry-after': String(Math.ceil(after)) } : {}),
  };
  const { status, retryable } = failures[meant];
  const more = structured === undefined ? {} : { structured_content: structured };
  const body = { code: meant, detail: wordsOf(answer), retryable, ...more };
  const safe = meta[`${ownMeta}retryable`] === true ? { outcomeUnknown: false } : {};
  return { ...answer, status, headers, body, ...safe };
}

function wordsOf({ content = [] }: AnswerOutcome): string {
  const texts = content.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  return texts.length === 0 ? 'The tool failed without a message.' : texts.join('\n').slice(0, maxRepeated);
}

/** Parts of unknown kinds or invalid form are left out, because clients would reject the whole result. */
function partsOf({ content }: JsonObject, findings: Diagnostic[]): JsonObject[] {
  const list = Array.isArray(content) ? content : [];
  const parts: JsonObject[] = [];
  for (let at = 0; at < list.length; at += 1) {
    const plain = plainPart(list[at] as JsonValue);
    if (plain !== undefined) parts.push(plain);
    else if (findings.length < maxFindings) {
      const pointer = `/content/${at}`;
      findings.push(diagnose(mcpDiagnostics, 'mcp/part-left-out', { pointer }, { place: pointer }));
    }
  }
  return parts;
}

/** The structured value, otherwise a single text, otherwise the parts. */
function bodyOf({ operation }: Target, result: JsonObject, content: JsonObject[]): JsonValue | undefined {
  const structured = memberOf(result, 'structuredContent');
  if (structured !== undefined) return structured;
  const [first, second] = content;
  if (first === undefined) return operation.output === true ? null : undefined;
  if (second === undefined && first.type === 'text' && typeof first.text === 'string') return first.text;
  return { content };
}

/** What a client can be asked, and the parts of it. */
const capabilityParts = { elicitation: ['form', 'url'], sampling: ['tools', 'context'], roots: [] };

/** The names of the capabilities only: what else a server sends here is not passed on. */
function capabilityNames(required: JsonObject): JsonObject {
  const extensions = requiresTasks(required) ? { extensions: { [tasksExtension]: {} } } : {};
  const named = Object.entries(capabilityParts).flatMap(([name, parts]): [string, JsonObject][] => {
    const asked = memberOf(required, name);
    if (asked === undefined) return [];
    const kept = parts.filter((part) => isJsonObject(asked) && Object.hasOwn(asked, part));
    return [[name, Object.fromEntries(kept.map((part) => [part, {}]))]];
  });
  return { ...Object.fromEntries(named), ...extensions };
}

/** True when the extension for tasks is among the required capabilities. */
export function requiresTasks({ extensions }: JsonObject): boolean {
  return isJsonObject(extensions) && Object.hasOwn(extensions, tasksExtension);
}

/** The server refused the call, because its client lacks a capability. */
function capabilityFailure(said: string, data: JsonValue | undefined): Failure {
  const required =
    isJsonObject(data) && isJsonObject(data.requiredCapabilities) ? data.requiredCapabilities : undefined;
  const message =
    required !== undefined && requiresTasks(required)
      ? `The server runs this tool only as a task, and the client of this call does not declare the extension '${tasksExtension}'.`
      : cannotAnswer(Object.keys(required ?? {}));
  const members = required === undefined ? {} : { required_capabilities: capabilityNames(required) };
  return new Failure('INPUT_UNAVAILABLE', { message, said, members });
}

/** The failure for an error of the server. */
export function failureOf({ error, status }: LinkAnswer & { kind: 'error' }): Failure {
  const { code, message, data } = error;
  const said = isJsonObject(data) ? upstreamCode(data.code) : undefined;
  const refused = 'The server refused the call.';
  if (said !== undefined) return new Failure(said, { message: refused, said: message });
  if (code === mcpCodes.capabilityMissing) return capabilityFailure(message, data);
  if (code === mcpCodes.pageRequired) {
    const text = 'The service still waits for its user at the page that the user was asked to open.';
    const help = 'Call again when the user has finished there.';
    return new Failure('INPUT_UNAVAILABLE', { message: text, help, said: message });
  }
  if (code === rpcCodes.params || code === rpcCodes.method) {
    const help = 'Check the input. The tools of the server may have changed; its owner can import them again.';
    return new Failure('CONFLICT', { message: refused, help, said: message });
  }
  const { code: meant, help } = meaningOfStatus(status >= 400 ? status : 500);
  return new Failure(meant, { message: 'The server returned an error.', help, said: message });
}
