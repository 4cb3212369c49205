/**
 * A model that follows a script, to try tools, procedures and teams without a model. Each block of lines is one response:
 * `say <words>` and `call <tool> <JSON>`; an empty line ends it, and a line that begins with # is a comment.
 */
import { isJsonObject } from '@dragoman/model';
import { clientError } from '../dragoman-error.js';
import type { AskModel } from './conversation.js';

/** One response of a script. */
export interface ScriptedReply {
  say: string;
  calls: { tool: string; inputs: Readonly<Record<string, unknown>> }[];
}

/** Largest script in characters. */
const maxCharacters = 100_000;

/** The responses of a script; throws `INVALID_ARGUMENT` with every line that is wrong. */
export function readScript(script: string): ScriptedReply[] {
  const faults: string[] = script.length > maxCharacters ? [`it has more than ${maxCharacters} characters`] : [];
  const replies: ScriptedReply[] = [];
  let current: ScriptedReply | undefined;
  for (const [at, raw] of script.slice(0, maxCharacters).split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line.startsWith('#')) continue;
    if (line === '') {
      current = undefined;
      continue;
    }
    if (current === undefined) {
      current = { say: '', calls: [] };
      replies.push(current);
    }
    const fault = readLine(line, current);
    if (fault !== undefined) faults.push(`line ${at + 1}: ${fault}`);
  }
  if (faults.length === 0) return replies;
  throw clientError('INVALID_ARGUMENT', { message: `The script is not valid: ${faults.slice(0, 20).join('; ')}.` });
}

function readLine(line: string, reply: ScriptedReply): string | undefined {
  const [, verb, rest = ''] = /^(say|call)\s+(.*)$/.exec(line) ?? [];
  if (verb === undefined) return 'begin with "say" or "call"';
  if (verb === 'say') {
    reply.say = [reply.say, rest].filter((text) => text !== '').join('\n');
    return undefined;
  }
  const [, tool = '', json = ''] = /^(\S+)\s*(.*)$/.exec(rest) ?? [];
  const inputs = parseInputs(json);
  if (inputs === undefined) return `the inputs of ${tool.slice(0, 64)} are not a JSON object`;
  reply.calls.push({ tool, inputs });
  return undefined;
}

function parseInputs(json: string): Readonly<Record<string, unknown>> | undefined {
  if (json === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A model for `openai-chat` that gives the responses of the script in order, and then says that the script has ended. */
export function createScriptedModel(script: string): AskModel {
  const replies = readScript(script);
  let next = 0;
  return async (_, { signal }) => {
    signal?.throwIfAborted();
    const reply = replies[next] ?? { say: 'The script has ended.', calls: [] };
    next += 1;
    const tool_calls = reply.calls.map(({ tool, inputs }, at) => ({
      id: `call_${next}_${at + 1}`,
      type: 'function',
      function: { name: tool, arguments: JSON.stringify(inputs) },
    }));
    const content = reply.say === '' ? null : reply.say;
    return {
      choices: [{ message: { role: 'assistant', content, ...(tool_calls.length === 0 ? {} : { tool_calls }) } }],
    };
  };
}
