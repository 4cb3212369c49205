/** Calls tools of remote N-ACT roots (§7): always the version whose signature was imported (nact.md GAP-29). */
import type { JsonObject, JsonValue, NactBinding } from '@dragoman/model';
import { checkResult, Failure, isJsonObject } from '@dragoman/model';
import type { AnswerOutcome, BindingCaller, Target } from '../../gateway/call.js';
import { withFiles } from '../../gateway/media.js';
import { invokeAddress, ownSignature } from './wire.js';

/** Dependencies of the N-ACT caller. */
export interface NactCallerOptions {
  /** Origins of this gateway; a tool at one of them would cause a call loop. */
  ownOrigins: readonly string[];
}

/** Maximum number of media of one result. */
const maxMedia = 50;

/** Creates the caller for operations that were imported from N-ACT tools. */
export function createNactCaller({ ownOrigins }: NactCallerOptions): BindingCaller {
  return {
    kind: 'nact',
    prepare(target, call) {
      const { root, toolId, version } = bindingOf(target);
      refuseLoop(root, ownOrigins);
      return {
        url: invokeAddress(root, toolId, version),
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: invocationOf(target, call.input),
      };
    },
    readAnswer,
  };
}

function bindingOf({ operation }: Target): NactBinding {
  if (operation.binding.kind !== 'nact') throw new Error('the N-ACT caller received an operation with another binding');
  return operation.binding;
}

function refuseLoop(root: string, ownOrigins: readonly string[]): void {
  const { origin } = new URL(root);
  if (ownOrigins.some((own) => URL.canParse(own) && new URL(own).origin === origin)) {
    throw new Failure('UPSTREAM_REFUSED', { message: "The tool's URL points back to this gateway." });
  }
}

function invocationOf({ operation }: Target, input: JsonValue): JsonObject {
  const name = ownSignature(operation)?.name ?? operation.name;
  const given = isJsonObject(input) ? Object.entries(input) : [];
  return {
    name,
    input_parameters: given.filter(([, value]) => value !== null).map(([key, value]) => ({ name: key, value })),
  };
}

/** Converts a success to an object of the outputs; undeclared outputs are dropped, missing ones are null. */
function readAnswer({ operation }: Target, answer: AnswerOutcome): AnswerOutcome {
  if (answer.status < 200 || answer.status > 299) return answer;
  const signature = ownSignature(operation);
  const { body, raw: _, ...rest } = answer;
  const faults = signature === undefined ? [] : checkResult(signature, body);
  const broken = faults.find(({ problem }) => problem === 'malformed');
  if (broken !== undefined) {
    throw new Failure('UPSTREAM_ERROR', {
      message: `The tool returned a result that its signature does not allow: ${broken.message}`,
    });
  }
  const outputs = outputsOf(
    body,
    signature?.output_parameters.map(({ name }) => name),
  );
  return withFiles({ ...rest, body: outputs }, mediaOf(body));
}

/** Media that no output has, of a server that sends them (see `ToolResult`). */
function mediaOf(body: JsonValue | undefined): JsonObject[] {
  const list = isJsonObject(body) && Array.isArray(body.media) ? body.media.slice(0, maxMedia) : [];
  return list.flatMap((item) => {
    if (!isJsonObject(item) || typeof item.data !== 'string') return [];
    const { data, media_type: type, name } = item;
    return [{ bytes: data, media_type: type ?? null, name: name ?? null }];
  });
}

function outputsOf(body: JsonValue | undefined, declared: readonly string[] | undefined): JsonObject {
  const list = isJsonObject(body) && Array.isArray(body.output_parameters) ? body.output_parameters : [];
  const given = list.flatMap((item): [string, JsonValue][] =>
    isJsonObject(item) && typeof item.name === 'string' ? [[item.name, item.value ?? null]] : [],
  );
  if (declared === undefined) return Object.fromEntries(given);
  const values = new Map(given);
  return Object.fromEntries(declared.map((name) => [name, values.get(name) ?? null]));
}
