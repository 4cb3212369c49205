/**
 * Builds signatures from definitions in code. They are validated when they are created, so that an error fails the
 * start and not a call.
 */
import type { Diagnostic, ToolInput, ToolOutput, ToolSignature } from '@dragoman/model';
import { checkSignature, isJsonObject, refusedChanges } from '@dragoman/model';
import {
  checkEarlierForm,
  checkToolForm,
  type DefinitionFault,
  definitionPath,
  wellFormed,
} from './check-definition.js';
import type {
  EarlierVersion,
  InputDefinition,
  InputDefinitions,
  InputValues,
  OutputDefinition,
  OutputDefinitions,
  RunTool,
  ToolDefinition,
} from './tool-definition.js';

/** One version of a tool, ready to run. */
export interface ToolVersion {
  signature: ToolSignature;
  run: RunTool;
  /** True when the handler of a later version answers, which may have more outputs. */
  borrowed: boolean;
}

/** A tool that is ready to be mounted. */
export interface Tool {
  toolId: string;
  name: string;
  /** Signatures of all versions, oldest first; read by `dragoman nact lock`. */
  signatures: readonly ToolSignature[];
  /** The versions, oldest first: version n has index n - 1. */
  versions: readonly ToolVersion[];
}

/** Definitions that cannot be published, with one sentence per error. */
export class ToolDefinitionError extends Error {
  readonly faults: readonly string[];

  constructor(subject: string, faults: readonly string[]) {
    super(`${subject}:\n${faults.map((fault) => `- ${fault}`).join('\n')}`);
    this.name = 'ToolDefinitionError';
    this.faults = faults;
  }
}

/** Creates a tool; throws `ToolDefinitionError` with all signature errors and breaking changes. */
export function defineTool<const I extends InputDefinitions, const O extends OutputDefinitions>(
  definition: ToolDefinition<I, O>,
): Tool {
  const form = checkToolForm(definition);
  const isWrong = (member: string) => form.some(({ path }) => path === member);
  if (isWrong('')) throw unpublishable(undefined, sentences(form));
  const { earlier = [], ...newest } = definition;
  const run: RunTool = (input, context) => definition.run(input as InputValues<I>, context);
  const before = isWrong('earlier') ? [] : earlier;
  const all: EarlierVersion[] = [...before, { ...newest, run }];
  const checked = all.map((version, at) =>
    checkSignature(signatureOf(definition, version, { version: at + 1, currentVersion: all.length })),
  );
  const faults = checked.flatMap(({ diagnostics }, at) => {
    const version = all[at] as EarlierVersion;
    const found = at < before.length ? checkEarlierForm(version) : form;
    return sentences([...found, ...signatureFaults(version, diagnostics, found)], at + 1);
  });
  const signatures = checked.flatMap(({ value }) => value ?? []);
  if (faults.length === 0) faults.push(...brokenBy(signatures, definition.allowWidening === true));
  if (faults.length > 0) throw unpublishable(definition.name, faults);
  const versions = signatures.map((signature, at) => ({
    signature,
    // A version without a handler uses the next version that has one.
    run: all.slice(at).find((version) => version.run !== undefined)?.run ?? run,
    borrowed: all[at]?.run === undefined,
  }));
  const [{ toolId, name }] = signatures as [ToolSignature];
  return Object.freeze({ toolId, name, signatures: Object.freeze(signatures), versions: Object.freeze(versions) });
}

function unpublishable(name: unknown, faults: readonly string[]): ToolDefinitionError {
  const subject = typeof name === 'string' ? `The tool ${name.slice(0, 254)}` : 'A tool without a name';
  return new ToolDefinitionError(`${subject} cannot be published`, faults);
}

function sentences(faults: readonly DefinitionFault[], version?: number): string[] {
  const numbered = version === undefined ? [] : [`version ${version}`];
  return faults.map(({ path, message }) => {
    const place = [...numbered, ...(path === '' ? [] : [path])].join(', ');
    return place === '' ? message : `${place}: ${message}`;
  });
}

/** The errors of a signature, except where the form of the definition is already at fault. */
function signatureFaults(
  version: EarlierVersion,
  diagnostics: readonly Diagnostic[],
  known: readonly DefinitionFault[],
): DefinitionFault[] {
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ location, message }) => ({
      path: definitionPath(version, location.pointer ?? ''),
      message: message.replace("'allowed-values'", "'values'"),
    }))
    .filter(({ path }) => !known.some((fault) => path === fault.path || path.startsWith(`${fault.path}.`)));
}

function brokenBy(signatures: readonly ToolSignature[], allowWidened: boolean): string[] {
  return signatures.slice(1).flatMap((after, at) => {
    const before = signatures[at];
    const changes = before === undefined ? [] : refusedChanges(before, after, { allowWidened });
    return changes.map(
      ({ message }) => `version ${after.version} compared with version ${after.version - 1}: ${message}`,
    );
  });
}

function signatureOf(
  tool: { toolId: string; name: string },
  version: EarlierVersion,
  numbers: { version: number; currentVersion: number },
): ToolSignature {
  const { description, img, tags, inputs, outputs } = version;
  return {
    toolId: tool.toolId,
    name: tool.name,
    description,
    ...(img === undefined ? {} : { img }),
    ...numbers,
    tags: Array.isArray(tags) ? [...tags] : [],
    input_parameters: wellFormed(inputs).map(inputOf),
    output_parameters: wellFormed(outputs).map(outputOf),
  };
}

/** Keeps members that do not belong to the type, so that the validation can report them. */
function inputOf([id, definition]: [string, InputDefinition]): ToolInput {
  const { name = id, values, ...rest } = { values: undefined, ...definition };
  return { id, name, ...rest, ...allowedValues(values) };
}

function outputOf([id, definition]: [string, OutputDefinition]): ToolOutput {
  const { name = id, values, ...rest } = { values: undefined, ...definition };
  return { id, name, ...rest, ...allowedValues(values) };
}

function allowedValues(values: Readonly<Record<string, string>> | undefined): Pick<ToolInput, 'allowed-values'> {
  if (values === undefined) return {};
  const given = isJsonObject(values) ? Object.entries(values) : [];
  return { 'allowed-values': given.map(([name, description]) => ({ name, description })) };
}
