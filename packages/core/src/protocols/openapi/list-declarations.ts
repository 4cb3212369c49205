/** Finds what an operation declares about its safety, in whatever spelling: `x-agent`, hints of MCP, other extensions. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** One declaration. */
export interface Declaration {
  /** Path of the member, such as `x-agent.risk.irreversible`. */
  name: string;
  kind: 'impact' | 'risk' | 'confirmation' | 'irreversible' | 'reversible' | 'reading' | 'idempotent' | 'effects';
  /** True for the documented name of the member. */
  usual: boolean;
  value: JsonValue;
}

/** Members of `x-agent` and of its `risk`, as they are documented. */
const documented: Readonly<Record<string, Declaration['kind']>> = {
  impact: 'impact',
  idempotent: 'idempotent',
  read_only: 'reading',
  'risk.irreversible': 'irreversible',
  'risk.requires_confirmation': 'confirmation',
};

/** Other spellings, in lower case without separators. */
const spellings: readonly [RegExp, Declaration['kind']][] = [
  [/^(?:impact|impactlevel|impacttier|effectlevel)$/, 'impact'],
  [/^(?:risk|risklevel|danger|dangerous|dangerlevel|hazard|hazardous|isconsequential|consequential)$/, 'risk'],
  [
    /^(?:(?:requires?|needs?|demands?|ask|asks|askfor)?(?:user|human|explicit|manual)?(?:confirm|confirmation|approval|consent)(?:required|needed|policy)?|humanintheloop)$/,
    'confirmation',
  ],
  [/^(?:is)?(?:irreversible|destructive|irrevocable|permanent|nonreversible)(?:hint)?$/, 'irreversible'],
  [/^(?:is)?(?:reversible|undoable|recoverable)$/, 'reversible'],
  [/^(?:is)?(?:readonly|safe|harmless)(?:hint)?$/, 'reading'],
  [/^(?:is)?(?:idempotent|repeatable|retryable)(?:hint)?$/, 'idempotent'],
  [/^(?:sideeffects?|haseffects|hassideeffects)$/, 'effects'],
];

/** Every declaration of an operation; `hints` are those in the spelling of MCP. */
export function listDeclarations(operation: JsonObject, hints: JsonObject): Declaration[] {
  const agent = operation['x-agent'];
  const own = isJsonObject(agent) ? agent : {};
  const risk = isJsonObject(own.risk) ? own.risk : {};
  return [
    ...(agent === undefined || isJsonObject(agent)
      ? []
      : [{ name: 'x-agent', kind: 'impact' as const, usual: false, value: agent }]),
    ...membersOf(own, 'x-agent.', ''),
    ...membersOf(risk, 'x-agent.risk.', 'risk.'),
    ...hintsOf(hints),
    ...extensionsOf(operation),
  ];
}

function membersOf(object: JsonObject, prefix: string, scope: string): Declaration[] {
  return Object.entries(object).flatMap(([member, value]) => {
    const known = documented[`${scope}${member}`];
    const isLevel = scope !== '' && /^(?:level|severity)$/i.test(member);
    const kind = known ?? (isLevel ? 'risk' : kindOf(member));
    // Objects such as `risk` have members of their own.
    if (kind === undefined || isJsonObject(value)) return [];
    return [{ name: `${prefix}${member}`, kind, usual: known !== undefined, value }];
  });
}

const hintKinds: Readonly<Record<string, Declaration['kind']>> = {
  readOnlyHint: 'reading',
  destructiveHint: 'irreversible',
  idempotentHint: 'idempotent',
};

/** A false `destructiveHint` is the usual word for a reversible change, and lowers nothing. */
function hintsOf(hints: JsonObject): Declaration[] {
  return Object.entries(hintKinds).flatMap(([name, kind]) => {
    const value = hints[name];
    if (value === undefined || (name === 'destructiveHint' && value === false)) return [];
    return [{ name, kind, usual: true, value }];
  });
}

/** `x-openai-isConsequential`, `x-idempotent` and extensions such as `x-requires-confirmation`. */
function extensionsOf(operation: JsonObject): Declaration[] {
  return Object.entries(operation).flatMap(([name, value]): Declaration[] => {
    if (name === 'x-openai-isConsequential') return [{ name, kind: 'irreversible', usual: true, value }];
    if (name === 'x-idempotent') return [{ name, kind: 'idempotent', usual: true, value }];
    const kind = name.startsWith('x-') && !name.startsWith('x-mcp') ? kindOf(name.slice(2)) : undefined;
    return kind === undefined || isJsonObject(value) ? [] : [{ name, kind, usual: false, value }];
  });
}

function kindOf(member: string): Declaration['kind'] | undefined {
  const written = member.toLowerCase().replaceAll(/[^a-z]/g, '');
  return spellings.find(([spelling]) => spelling.test(written))?.[1];
}
