/** Writes the repairs of an entry, and parses the choices of a request. */
import { isSwitchedOn, repairs, repairsAtWork } from '@dragoman/core/engine';
import type { Entry, FieldError, JsonObject, JsonValue, RepairName, RepairSwitches } from '@dragoman/model';
import { isJsonObject, repairNames } from '@dragoman/model';
import { fault, invalidBody, refuseUnknown } from './request-faults.js';

/** Maximum operations named per repair. */
const maxNamed = 50;

/** Members of the response, for field selection. */
export const repairMembers = ['id', 'operations', 'repairs'] as const;

/** Writes every repair of an entry: whether it is on, whether that was chosen, and which operations use it. */
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
        at_work_in: at.slice(0, maxNamed),
      };
    }),
  };
}

/** Parses the choices of a body; reports every problem at once. */
export function readSwitches(body: JsonValue): RepairSwitches {
  const faults: FieldError[] = [];
  const whole = isJsonObject(body) ? body : {};
  refuseUnknown(whole, ['repairs'], '', faults);
  const { repairs: given } = whole;
  if (!isJsonObject(given))
    faults.push(fault('repairs', '/repairs', 'must be an object of repair names with true or false'));
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
      faults.push(fault(...at, 'is always on and cannot be switched; leave it out', 'request/always'));
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
  description: 'The choices; a repair that is not listed has its default.',
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

/** Schema of the response. */
export const repairsSchema: JsonObject = {
  type: 'object',
  title: 'AgentRepairs',
  description: 'The repairs of one service.',
  properties: {
    id: { type: 'string', description: 'Id of the service.' },
    operations: { type: 'integer', minimum: 0, description: 'Number of operations of the service.' },
    repairs: {
      type: 'array',
      description: 'All repairs.',
      maxItems: repairNames.length,
      items: {
        type: 'object',
        description: 'One repair.',
        required: ['name', 'title', 'supplies', 'default', 'changes_tools', 'on', 'at_work', 'at_work_in'],
        properties: {
          name: { type: 'string', enum: [...repairNames], description: 'Name of the repair.' },
          title: { type: 'string', description: 'Display name.' },
          supplies: { type: 'string', description: 'What the repair supplies to callers.' },
          default: {
            type: 'string',
            enum: ['always', 'on', 'off'],
            description: 'Default state; always cannot be switched off.',
          },
          changes_tools: {
            type: 'boolean',
            description: 'Whether it changes tool signatures, so that switching it creates new versions.',
          },
          on: { type: 'boolean', description: 'Whether it is on for this service.' },
          chosen: { type: 'boolean', description: 'The explicit choice; absent when none was made.' },
          at_work: {
            type: 'integer',
            minimum: 0,
            description: 'Number of operations that lack the property and get it from the gateway.',
          },
          at_work_in: {
            type: 'array',
            description: 'Names of the first of these operations.',
            maxItems: maxNamed,
            items: { type: 'string', description: 'Name of an operation.' },
          },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};
