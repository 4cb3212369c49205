/** What the toolset routes take and give, as schemas, with one example that every description shares. */
import { mostTools } from '@dragoman/core/engine';
import {
  closedSchema as closed,
  listSchema as list,
  pageSchema,
  textSchema as text,
  timeSchema as time,
  wholeSchema,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { designIdPattern, languagePattern, toolsetLimits } from './toolset-request.js';

const bounded = (description: string, maxLength: number): JsonObject => text(description, { minLength: 1, maxLength });
const whole = (description: string): JsonObject => wholeSchema(description, { minimum: 1 });
const word = (description: string, values: readonly string[]): JsonObject => ({
  type: 'string',
  enum: [...values],
  description,
});
const record = (description: string, item: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  description,
  additionalProperties: item,
  ...more,
});

const wordsSchema = closed('Words for people in one language; models never get them.', {
  name: bounded('Name in that language.', toolsetLimits.name),
  description: bounded('Description in that language.', toolsetLimits.description),
  inputs: record('Descriptions of inputs, by their ids.', bounded('Description of the input.', 2000)),
});

const localisedSchema = record('Language tag → words for people.', wordsSchema, {
  propertyNames: { pattern: languagePattern },
  maxProperties: toolsetLimits.languages,
});

const modes = ['chosen', 'open'] as const;
const visibilities = ['public', 'private'] as const;

const openSchema = closed('With mode open: what may be used at run time beside the chosen tools.', {
  tags: list('Tags that a tool must all have.', bounded('A tag.', toolsetLimits.reference), {
    maxItems: toolsetLimits.selection,
  }),
  agents: list(
    'Agents that tools may come from; any when empty.',
    bounded('Id of an agent.', toolsetLimits.reference),
    {
      maxItems: toolsetLimits.selection,
    },
  ),
  sources: list(
    'Sources that tools may come from; any when empty.',
    bounded('Id of a source.', toolsetLimits.reference),
    {
      maxItems: toolsetLimits.selection,
    },
  ),
  text: bounded('Words that must all stand in name, description or tags.', 500),
});

const choiceSchema = closed(
  'A tool to choose.',
  {
    agent_id: bounded('Agent that it comes from.', toolsetLimits.reference),
    tool: bounded('Id or name of the tool, or name of the operation.', toolsetLimits.reference),
    version: {
      description: 'Version to pin, or "latest" to follow the vendor; what it was, else the current one, when absent.',
      anyOf: [
        { type: 'integer', minimum: 1, description: 'Version to pin.' },
        { type: 'string', const: 'latest', description: 'Follows the vendor.' },
      ],
    },
    name: bounded(
      'Name toward models, at most 64 characters of A-Z a-z 0-9 _ -; what it was, else the vendor’s, when absent.',
      toolsetLimits.name,
    ),
    description: bounded('Your words instead of the vendor’s.', toolsetLimits.description),
    inputs: record('Your words on inputs, by id or name.', bounded('Description of the input.', 2000), {
      maxProperties: toolsetLimits.inputs,
    }),
    localised: localisedSchema,
  },
  ['agent_id', 'tool'],
);

const bodyProperties: JsonObject = {
  name: bounded('Name of the toolset, for people.', toolsetLimits.name),
  description: bounded('What it is for.', toolsetLimits.description),
  visibility: word('private: only you and those named in grants; the default.', visibilities),
  grants: list('Who else may use it: caller:<subject> or scope:<scope>.', bounded('A grant.', toolsetLimits.grant), {
    maxItems: toolsetLimits.grants,
  }),
  mode: word('chosen: tools are chosen here, the default; open: what meets open may be used at run time too.', modes),
  tools: list('The tools chosen.', choiceSchema, { maxItems: mostTools }),
  open: openSchema,
  localised: localisedSchema,
  resolve_names: {
    type: 'boolean',
    default: false,
    description: 'true: names that clash are settled as proposed; false: the toolset is refused with the proposals.',
  },
};

/** Body of a creation. */
export const createSchema = closed(
  'A toolset.',
  {
    id: text('Id of your choice, part of its address; made for you when absent.', { pattern: designIdPattern }),
    ...bodyProperties,
  },
  ['name'],
);

/** Body of a replacement. */
export const replaceSchema = closed(
  'The whole toolset; what is left out is gone afterwards, but visibility and grants.',
  bodyProperties,
  ['name'],
);

/** Body of a decision on updates. */
export const decisionSchema = closed('What to move and what to stay with.', {
  accept: namesSchema('Tools to move to what their vendors offer.'),
  stay: namesSchema('Tools to stay with until the next version.'),
});

function namesSchema(description: string): JsonObject {
  return {
    description: `${description} Names of tools in the set, or "all".`,
    anyOf: [
      { type: 'string', const: 'all', description: 'Every tool that can be moved.' },
      list('Names of tools in the set.', bounded('Name of a tool.', toolsetLimits.name), { maxItems: mostTools }),
    ],
  };
}

const placeSchema = (description: string) =>
  closed(description, { tool_id: text('Id of the tool.'), version: whole('Version of it.') }, ['tool_id', 'version']);

/** A signature, as N-ACT has it. */
const signatureSchema: JsonObject = {
  type: 'object',
  description: 'Signature of the tool, as N-ACT has it.',
  additionalProperties: true,
};

const originSchema = closed(
  'The vendor’s own tool, where it serves N-ACT itself.',
  {
    root: text('Root of the vendor.'),
    tool_id: text('Id of the tool there.'),
    name: text('Name of the tool there.'),
    version: whole('Number of the version there.'),
  },
  ['root', 'tool_id', 'name', 'version'],
);

const toolSchema = closed(
  'A chosen tool.',
  {
    tool_id: text('Id on the toolset’s own root.'),
    name: text('Name toward models.'),
    agent_id: text('Agent that it comes from.'),
    vendor: text('Short word for where it comes from.'),
    source_tool_id: text('Id of the tool in the catalogue.'),
    version: whole('Version chosen, of the catalogue’s tool.'),
    served_version: whole('Version on the toolset’s own root.'),
    follow: word('pinned: moves when you say so; latest: moves with the vendor.', ['pinned', 'latest']),
    description: text('What models are told.'),
    vendor_name: text('Name in the catalogue.'),
    vendor_description: text('The vendor’s own words.'),
    inputs: list(
      'Its inputs.',
      closed('An input.', {
        id: text('Id of the input.'),
        name: text('Name of the input.'),
        type: word('Type of the input.', ['string', 'int', 'boolean', 'enum']),
        required: { type: 'boolean', description: 'Whether it must be given.' },
        description: text('What models are told.'),
        vendor_description: text('The vendor’s own words.'),
      }),
    ),
    tags: list('Its tags.', text('A tag.')),
    fingerprint: text('SHA-256 of what is locked in the chosen version.'),
    signature: signatureSchema,
    origin: originSchema,
    localised: localisedSchema,
    stayed: placeSchema('Newest version that you decided not to move to.'),
    choice: choiceSchema,
  },
  ['tool_id', 'name', 'agent_id', 'version', 'follow', 'description', 'vendor_description', 'inputs', 'choice'],
);

const summaryProperties: JsonObject = {
  id: text('Id of the toolset.'),
  name: text('Name for people.'),
  description: text('What it is for.'),
  owner: text('Whose it is.'),
  visibility: word('Who may see it.', visibilities),
  mode: word('Whether tools may be used that were not chosen here.', modes),
  version: whole('Version of the toolset; grows with every change.'),
  tool_count: { type: 'integer', minimum: 0, description: 'How many tools are chosen.' },
  root: text('Its own N-ACT root.', { format: 'uri' }),
  created_at: time('When it was made.'),
  updated_at: time('When it was last changed.'),
};

/** Members of a toolset in a list. */
export const summaryMembers: readonly string[] = Object.keys(summaryProperties);

/** A toolset in a list, or the members asked for. */
export const summarySchema: JsonObject = {
  ...closed('A toolset, or the members asked for.', summaryProperties),
  title: 'ToolsetSummary',
};

const toolsetProperties: JsonObject = {
  ...summaryProperties,
  grants: list('Who else may use it; for its owner.', text('A grant.')),
  tools: list('The chosen tools that you may see.', toolSchema),
  open: openSchema,
  localised: localisedSchema,
};

/** Members of a toolset. */
export const toolsetMembers: readonly string[] = Object.keys(toolsetProperties);

/** A toolset, or the members asked for. */
export const toolsetSchema: JsonObject = {
  ...closed('A toolset, or the members asked for.', toolsetProperties),
  title: 'Toolset',
};

/** The differences between two signatures. */
const changesSchema = list(
  'Each difference.',
  closed('A difference.', {
    subject: word('What it is about.', ['tool', 'input', 'output']),
    parameter: text('Id of the parameter.'),
    kind: text('Stable word for the kind of difference.'),
    effect: word('What it means to callers.', ['compatible', 'description', 'widened', 'meaning', 'breaking']),
    message: text('The difference in a sentence.'),
    rule: text('Rule that the difference breaks, the same as for APIs.'),
  }),
);

/** One thing that happened to a tool. */
const updateProperties: JsonObject = {
  kind: word('What happened.', ['new_version', 'replaced', 'removed', 'deprecated', 'lock_broken']),
  name: text('Name in the toolset.'),
  agent_id: text('Agent that it comes from.'),
  version: whole('Version that the toolset has.'),
  to: placeSchema('What it can be moved to.'),
  effect: word('The worst of the changes.', ['compatible', 'description', 'widened', 'meaning', 'breaking']),
  changes: changesSchema,
  message: text('In a sentence.'),
  stayed: { type: 'boolean', description: 'True when you decided to stay; listed only with stayed=true.' },
};

/** Members of an update. */
export const updateMembers: readonly string[] = Object.keys(updateProperties);

/** What vendors changed. */
export const updatesSchema = closed(
  'What vendors changed since the tools were chosen.',
  {
    updates: list(
      'One thing that happened to a tool.',
      closed('An update, or the members asked for.', updateProperties),
    ),
    count: { type: 'integer', minimum: 0, description: 'How many there are.' },
  },
  ['updates', 'count'],
);

/** One kept version. */
const versionProperties: JsonObject = {
  version: whole('Number of the version.'),
  action: word('What was done.', ['create', 'update', 'delete']),
  actor: text('Who did it.'),
  at: time('When.'),
  changes: list(
    'What changed against the version before.',
    closed('A difference.', {
      kind: text('Stable word for the kind of difference.'),
      tool: text('Name of the tool; absent for the toolset itself.'),
      message: text('The difference in a sentence.'),
      changes: changesSchema,
    }),
  ),
};

/** A page of kept versions. */
export const versionsSchema = pageSchema({
  member: 'versions',
  description: 'A page of versions, newest first.',
  itemsDescription: 'Kept versions.',
  items: closed('A kept version.', versionProperties),
});

/** Members of a kept version. */
export const versionMembers: readonly string[] = [...Object.keys(versionProperties), 'toolset'];

/** One kept version with the toolset as it was. */
export const versionSchema: JsonObject = {
  ...closed('A kept version with the toolset as it was, or the members asked for.', {
    ...versionProperties,
    toolset: toolsetSchema,
  }),
};

/** An export for run times. */
export const exportSchema = closed(
  'A toolset for a run time, complete in itself; no secret is ever part of it.',
  {
    format: { type: 'string', const: 'dragoman-toolset', description: 'What this is.' },
    format_version: { type: 'integer', const: 1, description: 'Version of the form.' },
    id: text('Id of the toolset.'),
    name: text('Name for people.'),
    description: text('What it is for.'),
    version: whole('Version of the toolset.'),
    root: text('Its N-ACT root, where the tools are run.', { format: 'uri' }),
    mode: word('Whether tools may be used that were not chosen.', modes),
    open: openSchema,
    tools: list(
      'The tools.',
      closed('A tool.', {
        alias: text('Name toward models.'),
        vendor: text('Short word for where it comes from.'),
        agent_id: text('Agent that it comes from.'),
        signature: signatureSchema,
        fingerprint: text('SHA-256 of what is locked in that signature.'),
        follow: word('Whether it moves with its vendor.', ['pinned', 'latest']),
        impact: word('What a call does to the world, where the vendor says so.', [
          'informational',
          'reversible',
          'irreversible',
        ]),
        original: closed('The vendor’s own words, and what was pinned.', {
          tool_id: text('Id of the tool in the catalogue.'),
          version: whole('Version of it.'),
          name: text('Name in the catalogue.'),
          description: text('The vendor’s own words.'),
          fingerprint: text('SHA-256 of what is locked in it.'),
          inputs: record('The vendor’s words on inputs, by id.', text('Description of the input.')),
        }),
        origin: originSchema,
      }),
    ),
  },
  ['format', 'format_version', 'id', 'version', 'root', 'tools'],
);

/** Members of an export. */
export const exportMembers: readonly string[] = Object.keys(exportSchema.properties as JsonObject);

/** A request that the sample agent of the registration examples can serve. */
export const toolsetExample: JsonObject = {
  id: 'harbour-desk',
  name: 'Harbour desk',
  description: 'What the harbour desk needs to answer captains.',
  tools: [
    {
      agent_id: 'pier-weather-001',
      tool: 'b71e9ff6-6a73-839b-be87-12a0e7a8fc3f',
      name: 'forecast_pier',
      description: 'Tells wind and waves at one pier. Use it before a berth is given.',
    },
  ],
};
