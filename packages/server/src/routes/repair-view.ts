/** The repairs of an entry as they are shown, and the choices that somebody sends. */
import { isSwitchedOn, repairs, repairsAtWork } from '@dragoman/core/engine';
import type { Entry, FieldError, JsonObject, JsonValue, RepairName, RepairSwitches } from '@dragoman/model';
import { isJsonObject, repairNames } from '@dragoman/model';
import { fault, invalidBody, refuseUnknown } from './request-faults.js';

/** Most operations that a row names. */
const mostNamed = 50;

/** The members of the answer, for field selection. */
export const repairMembers = ['id', 'operations', 'repairs'] as const;

/** The rows of an entry: every repair, whether it is on, by whose word, and where it is at work. */
export function viewRepairs(entry: Entry): JsonObject {
  const working = entry.operations.map((operation) => ({
    name: operation.name,
    names: new Set<RepairName>(repairsAtWork(entry, operation)),
  }));
  return {
    id: entry.id,
    operations: entry.operations.length,
    repairs: repairs.map((repair) => {
      const { name, title, supplies, mode, surface } = repair;
      const at = working.filter(({ names }) => names.has(name)).map((operation) => operation.name);
      const chosen = entry.repairs?.[name];
      return {
        name,
        title,
        supplies,
        default: mode,
        changes_tools: surface,
        on: isSwitchedOn(repair, entry.repairs),
        ...(chosen === undefined ? {} : { chosen }),
        at_work: at.length,
        at_work_in: at.slice(0, mostNamed),
      };
    }),
  };
}

/** Reads the choices of a body, with every problem told at once. */
export function readSwitches(body: JsonValue): RepairSwitches {
  const faults: FieldError[] = [];
  const whole = isJsonObject(body) ? body : {};
  refuseUnknown(whole, ['repairs'], '', faults);
  const { repairs: given } = whole;
  if (!isJsonObject(given)) faults.push(fault('repairs', '/repairs', 'must be an object of names with true or false'));
  const switches = readChoices(isJsonObject(given) ? given : {}, faults);
  if (faults.length > 0) throw invalidBody(faults);
  return switches;
}

function readChoices(given: JsonObject, faults: FieldError[]): RepairSwitches {
  const switchable = repairs.filter(({ mode }) => mode !== 'always').map(({ name }) => name);
  const switches: RepairSwitches = {};
  for (const name of repairNames) {
    const value = given[name];
    if (value === undefined) continue;
    const at = [`repairs.${name}`, `/repairs/${name}`] as const;
    if (!switchable.includes(name)) {
      faults.push(fault(...at, 'is done for every call and cannot be switched; leave it out', 'request/always'));
    } else if (typeof value === 'boolean') switches[name] = value;
    else faults.push(fault(...at, 'must be true or false'));
  }
  refuseUnknown(given, repairNames, '/repairs', faults);
  return switches;
}

/** Schema of the choices. */
export const switchesSchema: JsonObject = {
  type: 'object',
  title: 'RepairSwitches',
  description: 'The choices; a repair that is not named is as its default.',
  required: ['repairs'],
  properties: {
    repairs: {
      type: 'object',
      description: 'Name of a repair with true for on and false for off.',
      properties: Object.fromEntries(
        repairs
          .filter(({ mode }) => mode !== 'always')
          .map(({ name, title }) => [name, { type: 'boolean', description: `${title}: true for on.` }]),
      ),
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

/** Schema of what is shown. */
export const repairsSchema: JsonObject = {
  type: 'object',
  title: 'AgentRepairs',
  description: 'The repairs of one agent.',
  properties: {
    id: { type: 'string', description: 'Id of the agent.' },
    operations: { type: 'integer', minimum: 0, description: 'Operations that the agent has.' },
    repairs: {
      type: 'array',
      description: 'Every repair that there is.',
      maxItems: repairNames.length,
      items: {
        type: 'object',
        description: 'One repair.',
        required: ['name', 'title', 'supplies', 'default', 'changes_tools', 'on', 'at_work', 'at_work_in'],
        properties: {
          name: { type: 'string', enum: [...repairNames], description: 'Stable name.' },
          title: { type: 'string', description: 'Name for people.' },
          supplies: { type: 'string', description: 'What callers get.' },
          default: {
            type: 'string',
            enum: ['always', 'on', 'off'],
            description: 'What holds without a choice; always cannot be switched.',
          },
          changes_tools: {
            type: 'boolean',
            description: 'Whether tools look different with it, so that switching it makes new versions.',
          },
          on: { type: 'boolean', description: 'Whether it is on for this agent.' },
          chosen: { type: 'boolean', description: 'The choice that somebody made; absent when nobody did.' },
          at_work: { type: 'integer', minimum: 0, description: 'Operations that lack the property and get it here.' },
          at_work_in: {
            type: 'array',
            description: 'Their names, the first of them.',
            maxItems: mostNamed,
            items: { type: 'string', description: 'Name of an operation.' },
          },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};
