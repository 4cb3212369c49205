/** The metadata of a service, formatted for people. */
import { firstSentence, isJsonObject, toPlainText } from '@dragoman/model';
import type { OperationSummary, RegisteredAgent } from '@dragoman/sdk';
import { trustFacts } from '@dragoman/sdk';
import type { Paintable, Painted, Palette } from '../terminal/paint.js';
import { join, line, paint } from '../terminal/paint.js';

/** Maximum number of operations that are listed. */
const maxListed = 50;
const maxSentenceLength = 200;
const maxDescription = 600;

/** The lines of a service: name, description, facts, operations. */
export function agentCard(agent: RegisteredAgent, color: Palette, known: readonly OperationSummary[] = []): Painted[] {
  const facts = factsOf(agent, color).filter(([, value]) => paint(value).painted.trim() !== '');
  const width = Math.max(...facts.map(([title]) => title.length));
  return [
    line`${color.strong(agent.name)}  ${color.faint(agent.version ?? '')}`,
    describe(agent.description),
    line``,
    ...facts.map(([title, value]) => line`  ${color.faint(title.padEnd(width))}  ${value}`),
    ...operationLines(agent, color, known),
    ...contentLines(agent, color),
  ];
}

/** The whole description may be pages of instructions that an MCP server addresses to models. */
function describe(description: string): Painted {
  const text = toPlainText(description);
  return text.length <= maxDescription
    ? paint(text)
    : line`${text.slice(0, maxDescription).replace(/\s+\S*$/, '')} … (${text.length} characters; --json shows all)`;
}

function factsOf(agent: RegisteredAgent, color: Palette): [string, Paintable][] {
  const { certified, quality } = trustFacts(agent);
  return [
    ['id', color.name(agent.id)],
    ['publisher', textOf(agent.publisher)],
    ['status', statusOf(agent, color)],
    ['visibility', [textOf(agent.visibility), ...textsOf(agent.grants)].join('  ')],
    ['capabilities', textsOf(agent.capabilities).join(', ')],
    ['tags', textsOf(agent.tags).join(', ')],
    ['languages', textsOf(agent.supported_languages).join(', ')],
    ['endpoint', textOf(agent.endpoint)],
    ['authentication', authenticationOf(agent.authentication)],
    ['certified', certified === undefined ? '' : certified ? 'yes, self-declared' : 'no'],
    ['quality', quality === undefined ? '' : String(quality)],
  ];
}

function statusOf({ status }: RegisteredAgent, color: Palette): Paintable {
  const word = textOf(status);
  if (word === 'active' || word === '') return color.good('active');
  return color.warning(word);
}

function authenticationOf(authentication: RegisteredAgent['authentication']): string {
  if (authentication === undefined) return 'none';
  if (typeof authentication === 'string') return authentication;
  const { type = 'none', scopes, instructions } = authentication;
  return [type, ...textsOf(scopes), textOf(instructions)].filter((part) => part !== '').join('  ');
}

/** Each operation with its impact, unless it only reads. */
function operationLines(
  { id, operations }: RegisteredAgent,
  color: Palette,
  known: readonly OperationSummary[],
): Painted[] {
  if (!Array.isArray(operations) || operations.length === 0) return [];
  const lines = operations.slice(0, maxListed).map(({ name, summary, description }) => {
    const impact = known.find(({ operation }) => operation === name)?.impact;
    const text = textOf(summary) || firstSentence(textOf(description), maxSentenceLength);
    const acts = impact === 'informational' ? '' : textOf(impact);
    const mark = acts === 'irreversible' ? color.warning(acts) : color.faint(acts);
    return join([color.name(`  ${textOf(name)}`), ...(acts === '' ? [] : [mark]), text], '  ');
  });
  const left = operations.length - lines.length;
  const more = line`  … and ${left} more: "dragoman toolsets find --agent ${id} <words>" searches them`;
  return [line``, color.faint('operations'), ...lines, ...(left > 0 ? [more] : [])];
}

/** Prompts with their arguments, resources, and webhooks. */
function contentLines(
  { id, prompts, resources, resource_templates: templates, webhooks }: RegisteredAgent,
  color: Palette,
): Painted[] {
  const list = (title: string, items: unknown, key: string, more: string): Painted[] => {
    const all = (Array.isArray(items) ? items : []).filter(isJsonObject);
    if (all.length === 0) return [];
    const lines = all.slice(0, maxListed).map((item) => {
      const names = (Array.isArray(item.arguments) ? item.arguments : []).filter(isJsonObject);
      const marks = names.map(({ name, required }) => `${textOf(name)}${required === true ? '' : '?'}`);
      const text =
        textOf(item.title) || textOf(item.summary) || firstSentence(textOf(item.description), maxSentenceLength);
      const parts = [color.name(`  ${textOf(item[key])}`), ...(marks.length > 0 ? [color.faint(marks.join(' '))] : [])];
      return join([...parts, ...(text === '' ? [] : [text])], '  ');
    });
    const left = all.length - lines.length;
    return [line``, color.faint(title), ...lines, ...(left > 0 ? [line`  … and ${left} more: ${more}`] : [])];
  };
  const whole = `"dragoman show ${id} --json" lists all`;
  return [
    ...list('prompts', prompts, 'name', whole),
    ...list('resources', resources, 'uri', whole),
    ...list('resource templates', templates, 'uri_template', whole),
    ...list('webhooks', webhooks, 'name', `"dragoman webhooks list ${id}" lists all`),
  ];
}

/** Metadata is third-party input, so a member can have any type. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
