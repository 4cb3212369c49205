/** The metadata of a service, formatted for people. */
import { firstSentence, isJsonObject } from '@dragoman/model';
import type { RegisteredAgent } from '@dragoman/sdk';
import { trustFacts } from '@dragoman/sdk';
import type { Paintable, Painted, Palette } from '../terminal/paint.js';
import { join, line, paint } from '../terminal/paint.js';

/** Maximum number of operations that are listed. */
const maxListed = 50;
const maxSentenceLength = 200;

/** The lines of a service: name, description, facts, operations. */
export function agentCard(agent: RegisteredAgent, color: Palette): Painted[] {
  const facts = factsOf(agent, color).filter(([, value]) => paint(value).painted.trim() !== '');
  const width = Math.max(...facts.map(([title]) => title.length));
  return [
    line`${color.strong(agent.name)}  ${color.faint(agent.version ?? '')}`,
    paint(agent.description),
    line``,
    ...facts.map(([title, value]) => line`  ${color.faint(title.padEnd(width))}  ${value}`),
    ...operationLines(agent, color),
    ...contentLines(agent, color),
  ];
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

function operationLines({ id, operations }: RegisteredAgent, color: Palette): Painted[] {
  if (!Array.isArray(operations) || operations.length === 0) return [];
  const lines = operations.slice(0, maxListed).map(({ name, summary, description }) => {
    const text = textOf(summary) || firstSentence(textOf(description), maxSentenceLength);
    return join([color.name(`  ${textOf(name)}`), text], '  ');
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
      return join(
        [color.name(`  ${textOf(item[key])}`), color.faint(marks.join(' ')), text].filter(
          (each) => paint(each).painted !== '',
        ),
        '  ',
      );
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
