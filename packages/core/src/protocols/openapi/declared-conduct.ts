/** What the provider of a document declares about the effects of an operation; it has precedence over what is derived. */
import type { Impact, JsonObject, Safety } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Conduct } from '../../documents/derive-conduct.js';
import { member } from './wire.js';

/** What is declared. */
export interface DeclaredConduct {
  impact?: Impact;
  idempotent?: boolean;
  safety?: Safety;
}

const impacts: readonly unknown[] = ['informational', 'reversible', 'irreversible'] satisfies Impact[];

/**
 * Reads `x-agent`, hints in the spelling of MCP, `x-openai-isConsequential` and `x-idempotent`. Of two declarations that
 * contradict each other, the more careful one counts.
 */
export function readDeclaredConduct(operation: JsonObject): DeclaredConduct {
  const agent = objectOf(operation, 'x-agent');
  const hints = readMcpHints(operation);
  const risk = objectOf(agent, 'risk');
  const impact = member(agent, 'impact');
  const asks = member(risk, 'requires_confirmation') === true;
  const saysIrreversible =
    member(risk, 'irreversible') === true ||
    (asks && !impacts.includes(impact)) ||
    hints.destructiveHint === true ||
    member(operation, 'x-openai-isConsequential') === true;
  const saysReading = (member(agent, 'read_only') ?? hints.readOnlyHint) === true;
  const said = [agent.idempotent, hints.idempotentHint, member(operation, 'x-idempotent')];
  const isIdempotent = said.includes(false) ? false : said.includes(true) ? true : undefined;
  const chosen = saysIrreversible
    ? 'irreversible'
    : impacts.includes(impact)
      ? (impact as Impact)
      : saysReading
        ? 'informational'
        : undefined;
  return {
    ...(chosen === undefined ? {} : { impact: chosen }),
    ...(isIdempotent === undefined ? {} : { idempotent: isIdempotent }),
    ...(asks ? { safety: { confirm: true } } : {}),
  };
}

/**
 * What an earlier reader derived from other words, in `x-agent.derived` of a written document, else what the words of this
 * document say. It declares nothing, and it cannot turn what is known to be irreversible into reading.
 */
export function readDerivedConduct(
  operation: JsonObject,
  { impact, idempotent, guessed }: Conduct,
): Pick<Conduct, 'impact' | 'idempotent'> {
  const said = objectOf(objectOf(operation, 'x-agent'), 'derived');
  const isHarmless = said.impact === 'informational' && impact === 'irreversible' && guessed !== true;
  return {
    impact: impacts.includes(said.impact) && !isHarmless ? (said.impact as Impact) : impact,
    idempotent: typeof said.idempotent === 'boolean' ? said.idempotent : idempotent,
  };
}

/** Hints in the spelling of MCP, from any extension whose name starts with `x-mcp`. */
export function readMcpHints(operation: JsonObject): JsonObject {
  const found: JsonObject = {};
  for (const [name, value] of Object.entries(operation)) {
    if (!name.startsWith('x-mcp') || !isJsonObject(value)) continue;
    Object.assign(found, isJsonObject(value.annotations) ? value.annotations : value);
  }
  return found;
}

function objectOf(object: JsonObject, name: string): JsonObject {
  const value = member(object, name);
  return isJsonObject(value) ? value : {};
}
