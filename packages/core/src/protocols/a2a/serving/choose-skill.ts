/**
 * Chooses the skill that a message addresses when its metadata names none: by a skill id in the message, by the members
 * of its data, or by resolution of its text with the one ranking. When none of these decides, the sender is asked.
 */
import type { Entry, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { firstSentence, isJsonObject } from '@dragoman/model';
import type { Caller } from '../../../access/caller.js';
import type { Resolution } from '../../../discovery/resolve/resolution.js';
import { findOperation } from '../../../gateway/choose-operation.js';
import { releasedIn } from '../../../gateway/held-texts.js';
import { modelText } from '../../../gateway/model-text.js';
import type { PartContent } from '../message-parts.js';
import { takesMessages } from '../skill-schemas.js';
import { memberOf } from '../wire.js';
import { skillId } from '../write.js';

/** Resolves a text among the operations of one service. */
export type ResolveSkill = (
  text: string,
  entryId: string,
  caller: Caller,
  signal: AbortSignal,
) => Promise<Pick<Resolution, 'decision' | 'candidates'>>;

/** The chosen skill, with the content for it. */
interface ChosenSkill {
  skill: string;
  content: PartContent;
}

/** The chosen skill with the content for it, or the skills to ask about. */
export type SkillChoice = ChosenSkill | { between: Operation[] };

/** Dependencies and the sender of a choice. */
export interface ChoosingContext {
  /** Absent where resolution is disabled. */
  resolveSkill?: ResolveSkill;
  caller: Caller;
  signal: AbortSignal;
}

/** Maximum number of skills in a question. */
const maxAsked = 20;

/** Chooses a skill; the entry has several. `earlier` is the message whose question this one answers. */
export async function chooseSkill(
  context: ChoosingContext,
  entry: Entry,
  { content: given, earlier }: { content: PartContent; earlier?: PartContent | undefined },
): Promise<SkillChoice> {
  const { operations } = entry;
  const named = namedInData(operations, given) ?? namedInText(operations, given);
  if (named !== undefined) return { ...named, content: mergeContent(earlier, named.content) };
  const content = mergeContent(earlier, given);
  const fitting = thoseThatTake(operations, content);
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return { skill: skillId(only), content };
  const { text } = content;
  if (text === undefined || context.resolveSkill === undefined) {
    return { between: (fitting.length > 0 ? fitting : operations).slice(0, maxAsked) };
  }
  const { decision, candidates } = await context.resolveSkill(text, entry.id, context.caller, context.signal);
  const [first] = candidates;
  if (decision === 'found' && first !== undefined) {
    const { operation, reasons } = first;
    const { given, missing } = reasons.inputs;
    const isRead = !takesMessages(operation) && content.data.length === 0 && given.length > 0 && missing.length === 0;
    const data = Object.fromEntries(given.map(({ name, value }) => [name, value]));
    return { skill: skillId(operation), content: isRead ? { data: [data], files: content.files } : content };
  }
  const near = candidates.map(({ operation }) => operation);
  return { between: (near.length > 1 ? near : operations).slice(0, maxAsked) };
}

const skillMembers = ['skill', 'skillId', 'skill_id'] as const;
const inputMembers = ['input', 'arguments', 'parameters'] as const;

/** A data part `{"skill": "<id>", "input": {…}}`, or one with the inputs next to the id. */
function namedInData(operations: readonly Operation[], content: PartContent): ChosenSkill | undefined {
  const [data, second] = content.data;
  if (!isJsonObject(data) || second !== undefined) return undefined;
  for (const member of skillMembers) {
    const name = memberOf(data, member);
    const operation = typeof name === 'string' ? findOperation(operations, name) : undefined;
    if (operation === undefined) continue;
    const { [member]: _, ...rest } = data;
    return { skill: skillId(operation), content: { ...content, data: inputIn(rest) } };
  }
  return undefined;
}

function inputIn(rest: JsonObject): JsonValue[] {
  const [only, second] = Object.keys(rest);
  if (only === undefined) return [];
  const input = inputMembers.find((name) => name === only);
  return [input === undefined || second !== undefined ? rest : (rest[input] ?? rest)];
}

/** A text that is the id of a skill, or begins with the id and a colon. */
function namedInText(operations: readonly Operation[], content: PartContent): ChosenSkill | undefined {
  const [, name = '', rest = ''] = /^\s*([\w./-]{1,200})\s*(?::\s*([\s\S]*))?$/.exec(content.text ?? '') ?? [];
  const operation = name === '' ? undefined : findOperation(operations, name);
  if (operation === undefined) return undefined;
  const { text: _, ...others } = content;
  return { skill: skillId(operation), content: rest === '' ? others : { ...others, text: rest } };
}

/** The skills that have all members of the data as inputs, and whose required inputs are all in it. */
function thoseThatTake(operations: readonly Operation[], { data, text }: PartContent): Operation[] {
  const [value, other] = data;
  if (!isJsonObject(value) || other !== undefined || text !== undefined) return [];
  return operations.filter((operation) => takes(operation, value));
}

function takes(operation: Operation, value: JsonObject): boolean {
  const { input } = operation;
  if (takesMessages(operation) || !isJsonObject(input)) return false;
  const properties = memberOf(input, 'properties');
  const required = memberOf(input, 'required');
  return (
    isJsonObject(properties) &&
    Object.keys(value).every((name) => Object.hasOwn(properties, name)) &&
    (!Array.isArray(required) || required.every((name) => typeof name === 'string' && Object.hasOwn(value, name)))
  );
}

/** Both contents; data of the answer replaces that of the question, which had no skill to belong to. */
export function mergeContent(earlier: PartContent | undefined, answer: PartContent): PartContent {
  if (earlier === undefined) return answer;
  const texts = [earlier.text, answer.text].filter((each) => each !== undefined);
  return {
    ...(texts.length === 0 ? {} : { text: texts.join('\n\n') }),
    data: answer.data.length > 0 ? answer.data : earlier.data,
    files: [...earlier.files, ...answer.files],
  };
}

/** The question which skill is meant, as parts of a message. */
export function askForSkill(entry: Entry, between: readonly Operation[]): JsonObject[] {
  const released = releasedIn(entry);
  const skills = between.map((operation) => {
    const said = modelText(operation.description ?? operation.summary, released);
    return { id: skillId(operation), ...(said === undefined ? {} : { description: firstSentence(said, 200) }) };
  });
  const lines = skills.map(({ id, description }) =>
    description === undefined ? `- ${id}` : `- ${id}: ${description}`,
  );
  const all = entry.operations.length;
  const rest = all > between.length ? [`The card lists all ${all} skills.`] : [];
  const question = 'Which skill is meant? Answer in this task with its id, and with its input if it is missing:';
  const text = [question, ...lines, ...rest].join('\n');
  return [{ text }, { data: { skills }, mediaType: 'application/json' }];
}
