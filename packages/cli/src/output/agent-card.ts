/** The metadata of a service, formatted for people. */
import type { RegisteredAgent } from '@dragoman/sdk';
import { trustFacts } from '@dragoman/sdk';
import type { Paintable, Painted, Palette } from '../terminal/paint.js';
import { join, line, paint } from '../terminal/paint.js';

/** The lines of a service: name, description, facts, operations. */
export function agentCard(agent: RegisteredAgent, colour: Palette): Painted[] {
  const facts = factsOf(agent, colour).filter(([, value]) => paint(value).painted.trim() !== '');
  const width = Math.max(...facts.map(([title]) => title.length));
  return [
    line`${colour.strong(agent.name)}  ${colour.faint(agent.version ?? '')}`,
    paint(agent.description),
    line``,
    ...facts.map(([title, value]) => line`  ${colour.faint(title.padEnd(width))}  ${value}`),
    ...operationLines(agent, colour),
  ];
}

function factsOf(agent: RegisteredAgent, colour: Palette): [string, Paintable][] {
  const { certified, quality } = trustFacts(agent);
  return [
    ['id', colour.name(agent.id)],
    ['publisher', textOf(agent.publisher)],
    ['status', statusOf(agent, colour)],
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

function statusOf({ status }: RegisteredAgent, colour: Palette): Paintable {
  const word = textOf(status);
  if (word === 'active' || word === '') return colour.good('active');
  return colour.warning(word);
}

function authenticationOf(authentication: RegisteredAgent['authentication']): string {
  if (authentication === undefined) return 'none';
  if (typeof authentication === 'string') return authentication;
  const { type = 'none', scopes, instructions } = authentication;
  return [type, ...textsOf(scopes), textOf(instructions)].filter((part) => part !== '').join('  ');
}

function operationLines({ operations }: RegisteredAgent, colour: Palette): Painted[] {
  if (!Array.isArray(operations) || operations.length === 0) return [];
  const lines = operations.map(({ name, description }) =>
    join([colour.name(`  ${textOf(name)}`), textOf(description)], '  '),
  );
  return [line``, colour.faint('operations'), ...lines];
}

/** Metadata is third-party input, so a member can have any type. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
