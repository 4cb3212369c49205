/**
 * Converts skills to operations. A skill is described in text, so its operation takes a message; if the card has the
 * extension of this project, the operation has the schemas and effects from the extension.
 */

import { checkSchema } from '@dragoman/documents';
import type { Diagnostic, Impact, JsonObject, JsonSchema, JsonValue, Lifecycle, Operation } from '@dragoman/model';
import { diagnose, firstSentence, isJsonObject } from '@dragoman/model';
import { toSnakeCase } from '../../documents/identifier.js';
import { nameUuid } from '../../documents/name-uuid.js';
import { a2aDiagnostics } from './diagnostics.js';
import type { ChosenInterface } from './read-interface.js';
import { messageInput, messageOutput } from './skill-schemas.js';
import { a2aLimits, extraMember, memberOf, operationsExtension, textOf, textsOf } from './wire.js';

/** What reading skills needs from the card. */
export interface SkillsContext {
  card: JsonObject;
  chosen: ChosenInterface;
  /** What operation ids are derived from. */
  identity: string;
  found: Diagnostic[];
}

/** Members of a skill that the model represents. */
const knownMembers: readonly string[] = ['id', 'name', 'description', 'tags', 'examples'];

/** The operations of a card, in the order of its skills. */
export function readSkills(context: SkillsContext): Operation[] {
  const { card, found } = context;
  const listed = memberOf(card, 'skills');
  const extension = extensionFacts(card);
  const seen = new Set<string>();
  const names = new Set<string>();
  reportSurplus(listed, found);
  return (Array.isArray(listed) ? listed.slice(0, a2aLimits.skills) : []).flatMap((skill, at) => {
    const pointer = `/skills/${at}`;
    const id = isJsonObject(skill) ? textOf(memberOf(skill, 'id'), 200) : undefined;
    if (!isJsonObject(skill) || id === undefined) {
      const reason = 'it has no id.';
      found.push(diagnose(a2aDiagnostics, 'a2a/skill-left-out', { pointer }, { place: pointer, reason }));
      return [];
    }
    if (seen.has(id)) {
      found.push(diagnose(a2aDiagnostics, 'a2a/skill-doubled', { pointer }, { skill: id.slice(0, 80) }));
      return [];
    }
    seen.add(id);
    const facts = isJsonObject(extension) ? memberOf(extension, id) : undefined;
    return [toOperation(skill, { ...context, id, name: uniqueName(id, names), pointer, facts })];
  });
}

/** All skills above the limit are reported in one diagnostic. */
function reportSurplus(listed: JsonValue | undefined, found: Diagnostic[]): void {
  const { skills: most } = a2aLimits;
  if (!Array.isArray(listed) || listed.length <= most) return;
  const pointer = `/skills/${most}`;
  const reason = `the card lists ${listed.length} skills and the maximum is ${most}; all later ones are skipped too.`;
  found.push(diagnose(a2aDiagnostics, 'a2a/skill-left-out', { pointer }, { place: pointer, reason }));
}

/** The facts from the extension, by skill id. */
function extensionFacts(card: JsonObject): JsonValue | undefined {
  const capabilities = memberOf(card, 'capabilities');
  const extensions = isJsonObject(capabilities) ? memberOf(capabilities, 'extensions') : undefined;
  const ours = (Array.isArray(extensions) ? extensions.slice(0, 50) : []).find(
    (each) => isJsonObject(each) && each.uri === operationsExtension,
  );
  const params = isJsonObject(ours) ? memberOf(ours, 'params') : undefined;
  return isJsonObject(params) ? memberOf(params, 'operations') : undefined;
}

function uniqueName(id: string, taken: Set<string>): string {
  const plain = toSnakeCase(id, 'skill');
  let name = plain;
  for (let count = 2; taken.has(name); count += 1) name = `${plain}_${count}`;
  taken.add(name);
  return name;
}

interface SkillContext extends SkillsContext {
  id: string;
  name: string;
  pointer: string;
  facts: JsonValue | undefined;
}

function toOperation(skill: JsonObject, context: SkillContext): Operation {
  const { chosen, identity, id, name } = context;
  const declared = isJsonObject(context.facts) ? readFacts(context.facts, context) : undefined;
  const description = textOf(memberOf(skill, 'description')) ?? textOf(memberOf(skill, 'name'), 200) ?? id;
  reportCut(skill, context.pointer, context.found);
  const summary = firstSentence(description, 500);
  const rest = Object.fromEntries(Object.entries(skill).filter(([member]) => !knownMembers.includes(member)));
  const title = textOf(memberOf(skill, 'name'), 200);
  return {
    id: nameUuid('a2a-operation', identity, id),
    name,
    summary,
    ...(summary === description ? {} : { description }),
    ...declared?.effects,
    input: declared?.input ?? messageInput,
    output: declared?.output ?? messageOutput,
    errors: [],
    examples: declared === undefined ? readExamples(skill) : [],
    tags: textsOf(memberOf(skill, 'tags')),
    version: 1,
    binding: { kind: 'a2a', ...chosen, skill: id, ...(declared === undefined ? {} : { structured: true }) },
    derived: [
      ...(name === id ? [] : ['name']),
      ...(summary === description ? [] : ['summary']),
      ...(declared === undefined ? ['input', 'output'] : []),
    ],
    extra: { [extraMember]: { ...rest, ...(title === undefined ? {} : { name: title }) } },
  };
}

/** Reports that a description was truncated. */
export function reportCut(object: JsonObject, pointer: string, found: Diagnostic[]): void {
  const text = memberOf(object, 'description');
  const { text: most } = a2aLimits;
  if (typeof text !== 'string' || text.trim().length <= most) return;
  const place = { pointer: `${pointer}/description` };
  found.push(diagnose(a2aDiagnostics, 'a2a/text-cut', place, { what: 'The description', most: String(most) }));
}

function readExamples(skill: JsonObject): Operation['examples'] {
  return textsOf(memberOf(skill, 'examples'), 20).map((message) => ({ input: { message } }));
}

interface SkillFacts {
  input: JsonSchema;
  output: JsonSchema;
  effects: Partial<Operation>;
}

/** A skill with invalid schemas becomes one that takes messages. */
function readFacts(facts: JsonObject, { found, pointer, id }: SkillContext): SkillFacts | undefined {
  const input = memberOf(facts, 'input') ?? true;
  const output = memberOf(facts, 'output') ?? true;
  for (const [member, schema] of Object.entries({ input, output })) {
    const broken = checkSchema(schema, `${pointer}/${member}`).find(({ severity }) => severity === 'error');
    if (broken === undefined) continue;
    found.push(
      diagnose(a2aDiagnostics, 'a2a/schema-wrong', { pointer }, { skill: id.slice(0, 80), reason: broken.message }),
    );
    return undefined;
  }
  return { input: input as JsonSchema, output: output as JsonSchema, effects: readEffects(facts) };
}

const impacts: readonly JsonValue[] = ['informational', 'reversible', 'irreversible'] satisfies Impact[];

function readEffects(facts: JsonObject): Partial<Operation> {
  const { impact = null, idempotent } = facts;
  const lifecycle = readLifecycle(facts);
  return {
    ...(impacts.includes(impact) ? { impact: impact as Impact } : {}),
    ...(typeof idempotent === 'boolean' ? { idempotent } : {}),
    ...(lifecycle === undefined ? {} : { lifecycle }),
  };
}

function readLifecycle({ deprecated, sunset, replaced_by: replacement }: JsonObject): Lifecycle | undefined {
  const isTime = typeof sunset === 'string' && sunset.length <= 40 && !Number.isNaN(Date.parse(sunset));
  const name = textOf(replacement, 200);
  const lifecycle: Lifecycle = {
    ...(deprecated === true ? { deprecated } : {}),
    ...(isTime ? { sunset: new Date(sunset).toISOString() } : {}),
    ...(name === undefined ? {} : { replacement: name }),
  };
  return Object.keys(lifecycle).length === 0 ? undefined : lifecycle;
}
