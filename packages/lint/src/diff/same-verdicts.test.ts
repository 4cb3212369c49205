/** Applies the same change to an API and to a locked tool: both get the same class and violate the same rule. */
import { compareWithLock, emptyLock, extendLock } from '@dragoman/core/conversion';
import type { JsonObject, ToolInput, ToolOutput, ToolSignature } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { readApi } from '../api/read-api.js';
import { answer, body, buildCase, object } from '../rule-model/rule-cases.js';
import { defaultSettings } from '../settings/settings.js';
import { compareApis } from './compare-apis.js';

/** One state in both forms: the tool's members, and the same as schemas. */
interface State {
  name?: string;
  text?: string;
  inputs?: ToolInput[];
  outputs?: ToolOutput[];
}

const path: ToolInput = { id: 'path', name: 'path', description: 'Where it lies.' };
const size: ToolOutput = { id: 'size', name: 'size', type: 'int', description: 'How large it is.' };
const input = (more: Partial<ToolInput>): State => ({ inputs: [{ ...path, ...more }] });
const output = (more: Partial<ToolOutput>): State => ({ outputs: [{ ...size, ...more }] });
const values = (...names: string[]) => ({
  type: 'enum' as const,
  'allowed-values': names.map((name) => ({ name, description: `Is ${name}.` })),
});

function toolOf({ name = 'file_read', text = 'Reads one file.', inputs = [path], outputs = [size] }: State) {
  const signature: ToolSignature = {
    toolId: 'c0a1f6b2-3d94-4b7e-8f21-6f2f1f0c9a77',
    name,
    description: text,
    version: 1,
    currentVersion: 1,
    input_parameters: inputs,
    output_parameters: outputs,
  };
  return signature;
}

function schemaOf(parameter: ToolInput | ToolOutput): JsonObject {
  const { type = 'string', description, 'allowed-values': listed } = parameter;
  const limits = 'maxLength' in parameter || 'max' in parameter || 'min' in parameter ? parameter : {};
  return {
    description,
    ...(type === 'json'
      ? {}
      : { type: { string: 'string', enum: 'string', int: 'integer', boolean: 'boolean' }[type] }),
    ...(listed === undefined ? {} : { enum: listed.map(({ name }) => name) }),
    ...('maxLength' in limits ? { maxLength: limits.maxLength } : {}),
    ...('max' in limits ? { maximum: limits.max } : {}),
    ...('min' in limits ? { minimum: limits.min } : {}),
  } as JsonObject;
}

function apiOf(state: State) {
  const { name, description, input_parameters, output_parameters } = toolOf(state);
  const sent = object(Object.fromEntries(input_parameters.map((each) => [each.name, schemaOf(each)])), {
    required: input_parameters.filter(({ required }) => required !== false).map((each) => each.name),
  });
  const received = object(Object.fromEntries(output_parameters.map((each) => [each.name, schemaOf(each)])), {
    required: output_parameters.map((each) => each.name),
  });
  const operation = { operationId: name, summary: description, requestBody: body(sent), responses: answer(received) };
  return readApi(buildCase({ 'post /files': operation }), defaultSettings);
}

type Told = { effect: string; rule?: string };

/**
 * The most severe class among changes, with its rule; `widened` is the draft's name for compatible changes of existing
 * members.
 */
function mostSevere(changes: readonly Told[]): string {
  const told = changes.map(({ effect, rule }) => ({ effect: effect === 'widened' ? 'compatible' : effect, rule }));
  for (const effect of ['breaking', 'meaning', 'compatible', 'description']) {
    const found = told.filter((change) => change.effect === effect);
    const rule = found.find((change) => change.rule !== undefined)?.rule;
    if (found.length > 0) return rule === undefined ? effect : `${effect} ${rule}`;
  }
  return '';
}

function asApi(before: State, after: State): string {
  const { changes } = compareApis(apiOf(before), apiOf(after));
  return mostSevere(changes.filter(({ rule }) => rule !== 'breaking-change-without-version'));
}

function asLockedTool(before: State, after: State): string {
  const { lock } = extendLock(emptyLock, [toolOf(before)]);
  return mostSevere(compareWithLock(lock ?? emptyLock, [toolOf(after)]).flatMap(({ changes }) => changes ?? []));
}

const note: ToolInput = { id: 'note', name: 'note', description: 'A remark.' };
const owner: ToolOutput = { id: 'owner', name: 'owner', description: 'Whose it is.' };
const rows: [name: string, before: State, after: State, verdict: string][] = [
  ['nothing', {}, {}, ''],
  ['name changed', {}, { name: 'file_open' }, 'breaking operation-id-changed'],
  ['description reworded', {}, { text: 'Reads one whole file.' }, 'description'],
  [
    'description extended after the first sentence',
    {},
    { text: 'Reads one file. Ask for its path first.' },
    'description',
  ],
  ['description about another subject', {}, { text: 'Purges archived invoices.' }, 'meaning operation-meaning-changed'],
  ['optional input added', {}, { inputs: [path, { ...note, required: false }] }, 'compatible'],
  ['required input added', {}, { inputs: [path, note] }, 'breaking'],
  ['input removed', { inputs: [path, note] }, {}, 'breaking'],
  ['input renamed', {}, input({ name: 'place' }), 'breaking'],
  ['input description changed', {}, input({ description: 'Its place.' }), 'description'],
  ['input made required', input({ required: false }), {}, 'breaking'],
  ['input made optional', {}, input({ required: false }), 'compatible'],
  ['input type changed', {}, input({ type: 'int', max: 9 }), 'breaking'],
  ['input enum added', {}, input(values('A')), 'breaking'],
  ['maxLength added', {}, input({ maxLength: 9 }), 'breaking'],
  ['maxLength lowered', input({ maxLength: 9 }), input({ maxLength: 5 }), 'breaking'],
  ['maxLength raised', input({ maxLength: 5 }), input({ maxLength: 9 }), 'compatible'],
  ['maxLength removed', input({ maxLength: 5 }), {}, 'compatible'],
  ['maximum lowered', input({ type: 'int', max: 9 }), input({ type: 'int', max: 5 }), 'breaking'],
  ['maximum raised', input({ type: 'int', max: 5 }), input({ type: 'int', max: 9 }), 'compatible'],
  ['minimum added', input({ type: 'int', max: 9 }), input({ type: 'int', max: 9, min: 1 }), 'breaking'],
  ['minimum raised', input({ type: 'int', max: 9, min: 1 }), input({ type: 'int', max: 9, min: 2 }), 'breaking'],
  ['minimum lowered', input({ type: 'int', max: 9, min: 2 }), input({ type: 'int', max: 9, min: 1 }), 'compatible'],
  ['input enum value removed', input(values('A', 'B')), input(values('A')), 'breaking enum-value-removed'],
  ['input enum value added', input(values('A')), input(values('A', 'B')), 'compatible'],
  ['output added', {}, { outputs: [size, owner] }, 'compatible'],
  ['output removed', { outputs: [size, owner] }, {}, 'breaking'],
  ['output renamed', {}, output({ name: 'bytes' }), 'breaking'],
  ['output type changed', {}, output({ type: 'string' }), 'breaking'],
  ['output type removed', {}, output({ type: 'json' }), 'breaking'],
  ['output description changed', {}, output({ description: 'Bytes.' }), 'description'],
  ['output enum value added', output(values('A')), output(values('A', 'B')), 'breaking'],
  ['output enum value removed', output(values('A', 'B')), output(values('A')), 'compatible enum-value-removed'],
  ['output enum added', output({ type: 'enum' }), output(values('A')), 'compatible'],
  ['output enum removed', output(values('A')), output({ type: 'enum' }), 'breaking'],
];

describe('the same change of an API and of a locked tool', () => {
  it.each(rows)('gets one class: %s', (_, before, after, verdict) => {
    expect({ api: asApi(before, after), tool: asLockedTool(before, after) }).toEqual({ api: verdict, tool: verdict });
  });
});
