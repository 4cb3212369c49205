/** A scripted model with a Chat Completions API, so that the example runs without an account. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A tool call: the tool's name and its inputs. */
export type Call = [name: string, inputs: object];

/** The running model. */
export interface ScriptedModel {
  url: string;
  /** Every request body that it received. */
  seen: string[];
  close(): Promise<void>;
}

/** Starts a model; each line of the script is either text or one tool call. */
export async function startModel(script: readonly (string | Call)[]): Promise<ScriptedModel> {
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const line = script[seen.length] ?? 'I have nothing more to say.';
    seen.push(body);
    const message =
      typeof line === 'string' ? { content: line } : { content: null, tool_calls: [spell(line, seen.length)] };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', ...message } }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`,
    seen,
    close: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
}

function spell([name, inputs]: Call, turn: number): object {
  return { id: `call_${turn}`, type: 'function', function: { name, arguments: JSON.stringify(inputs) } };
}
