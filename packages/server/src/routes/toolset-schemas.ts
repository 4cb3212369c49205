/** Request and response schemas of the toolset routes, with one common example. */
import { maxToolsetContent, maxToolsetTools } from '@dragoman/core/engine';
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
/** An item or value that the description of its list or map explains. */
const plain = (maxLength: number): JsonObject => ({ type: 'string', minLength: 1, maxLength });
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

const wordsSchema = closed('Texts in one language; models never get them.', {
  name: bounded('Name in that language.', toolsetLimits.name),
  description: bounded('Description in that language.', toolsetLimits.description),
  inputs: record('Descriptions of inputs, by id.', plain(2000)),
});

const localisedSchema = record('Language tag → texts for people.', wordsSchema, {
  title: 'LocalisedTexts',
  propertyNames: { pattern: languagePattern },
  maxProperties: toolsetLimits.languages,
});

const modes = ['chosen', 'open'] as const;
const visibilities = ['public', 'private'] as const;

const openSchema = closed('With mode open: the tools that may also be used at run time.', {
  tags: list('Tags that a tool must all have.', plain(toolsetLimits.reference), {
    maxItems: toolsetLimits.selection,
  }),
  agents: list('Ids of services; any when empty.', plain(toolsetLimits.reference), {
    maxItems: toolsetLimits.selection,
  }),
  sources: list('Ids of sources; any when empty.', plain(toolsetLimits.reference), {
    maxItems: toolsetLimits.selection,
  }),
  text: bounded('Words that name, description or tags must all have.', 500),
});

const choiceSchema = closed(
  'A tool to choose.',
  {
    agent_id: bounded('Id of the service that provides it.', toolsetLimits.reference),
    tool: bounded('Id or name of the tool, or name of the operation.', toolsetLimits.reference),
    version: {
      description:
        'Version to pin, or latest to follow the vendor. Defaults to the previous choice, else the current one.',
      anyOf: [
        { type: 'integer', minimum: 1 },
        { type: 'string', const: 'latest' },
      ],
    },
    name: bounded(
      'Name for models (A-Z, a-z, 0-9, _, -). Longer than 64 is refused, or shortened with resolve_names. Defaults to the previous choice, else the vendor’s.',
      toolsetLimits.name,
    ),
    description: bounded('Instead of the vendor’s.', toolsetLimits.description),
    inputs: record('Your descriptions of inputs, by id or name.', plain(2000), {
      maxProperties: toolsetLimits.inputs,
    }),
    localised: localisedSchema,
  },
  ['agent_id', 'tool'],
);

const contentSchema = (() => {
  const agent = bounded('Id of the service.', toolsetLimits.reference);
  const prompt = closed('A prompt.', { agent_id: agent, name: bounded('Its name there.', toolsetLimits.reference) }, [
    'agent_id',
    'name',
  ]);
  const resource = closed(
    'A resource.',
    { agent_id: agent, uri: bounded('Its URI or template there.', toolsetLimits.uri) },
    ['agent_id', 'uri'],
  );
  return closed('Those chosen.', {
    prompts: list('The chosen prompts.', prompt, { maxItems: maxToolsetContent }),
    resources: list('The chosen resources and templates.', resource, { maxItems: maxToolsetContent }),
  });
})();

const bodyProperties: JsonObject = {
  name: bounded('Display name of the toolset.', toolsetLimits.name),
  description: bounded('Purpose of the toolset.', toolsetLimits.description),
  visibility: word('private (default): only you and those in grants see it.', visibilities),
  grants: list('Who else may use it: caller:<subject> or scope:<scope>.', plain(toolsetLimits.grant), {
    maxItems: toolsetLimits.grants,
  }),
  mode: word('chosen (default): only the chosen tools; open: also those that match open.', modes),
  tools: list('The chosen tools.', choiceSchema, { maxItems: maxToolsetTools }),
  open: openSchema,
  content: {
    description:
      'Prompts and resources offered over MCP, from any service; all: every one of the services of its tools. Defaults to the previous choice, else all.',
    anyOf: [contentSchema, { type: 'string', const: 'all' }],
  },
  localised: localisedSchema,
  resolve_names: {
    type: 'boolean',
    default: false,
    description: 'true: uses the proposed names for conflicting ones; false: the request is rejected with them.',
  },
};

/** Body of `POST /toolsets`. */
export const createSchema = closed(
  'A toolset.',
  {
    id: text('Part of its address; generated when absent.', { pattern: designIdPattern }),
    ...bodyProperties,
  },
  ['name'],
);

/** Body of `PUT /toolsets/{id}`. */
export const replaceSchema = closed(
  'The whole toolset; omitted members are removed, except visibility, grants and content.',
  bodyProperties,
  ['name'],
);

/** Body of a decision on updates. */
export const decisionSchema = closed('Which tools to update and which to keep.', {
  accept: namesSchema('Tools to update to the vendor’s current version.'),
  stay: namesSchema('Tools to keep until the next version.'),
});

function namesSchema(description: string): JsonObject {
  return {
    description: `${description} Names of tools in the set, or "all".`,
    anyOf: [
      { type: 'string', const: 'all', description: 'Every tool that can be updated.' },
      list('Names of tools in the set.', bounded('Name of a tool.', toolsetLimits.name), { maxItems: maxToolsetTools }),
    ],
  };
}

const placeSchema = (description: string) =>
  closed(description, { tool_id: text('Id of the tool.'), version: whole('Version of it.') }, ['tool_id', 'version']);

/** A signature in N-ACT form. */
const signatureSchema: JsonObject = {
  type: 'object',
  description: 'Signature of the tool in N-ACT form.',
  additionalProperties: true,
};

const schemaProperties: JsonObject = {
  input_schema: {
    type: ['object', 'boolean'],
    description: 'Complete JSON Schema of the input, of which the signature is a projection.',
    additionalProperties: true,
  },
  output_schema: {
    type: ['object', 'boolean'],
    description: 'Complete JSON Schema of the result.',
    additionalProperties: true,
  },
};

const originSchema = closed(
  'The vendor’s own tool, when the vendor serves N-ACT.',
  {
    root: text('N-ACT root of the vendor.'),
    tool_id: text('Id of the tool there.'),
    name: text('Name of the tool there.'),
    version: whole('Version there.'),
  },
  ['root', 'tool_id', 'name', 'version'],
);

const toolSchema = closed(
  'A chosen tool.',
  {
    tool_id: text('Id at the root of the toolset.'),
    name: text('Name for models.'),
    agent_id: text('Id of the service that provides it.'),
    vendor: text('Short name of the vendor.'),
    source_tool_id: text('Id of the tool in the catalogue.'),
    version: whole('Chosen version of the tool in the catalogue.'),
    served_version: whole('Version at the root of the toolset.'),
    follow: word('pinned: updated only when you decide; latest: follows the vendor.', ['pinned', 'latest']),
    description: text('Description for models.'),
    vendor_name: text('Name in the catalogue.'),
    vendor_description: text('The vendor’s description.'),
    inputs: list(
      'Its inputs.',
      closed('An input.', {
        id: text('Id of the input.'),
        name: text('Name of the input.'),
        type: word('Type of the input.', ['string', 'int', 'boolean', 'enum']),
        required: { type: 'boolean', description: 'Whether it must be given.' },
        description: text('Description for models.'),
        vendor_description: text('The vendor’s description.'),
      }),
    ),
    tags: list('Its tags.', text('A tag.')),
    fingerprint: text('SHA-256 of the locked parts of the chosen version.'),
    signature: signatureSchema,
    ...schemaProperties,
    origin: originSchema,
    localised: localisedSchema,
    stayed: placeSchema('Newest version that you decided not to accept.'),
    choice: choiceSchema,
  },
  ['tool_id', 'name', 'agent_id', 'version', 'follow', 'description', 'vendor_description', 'inputs', 'choice'],
);

const summaryProperties: JsonObject = {
  id: text('Id of the toolset.'),
  name: text('Display name.'),
  description: text('Purpose of the toolset.'),
  owner: text('Owner of the toolset.'),
  visibility: word('Who may see it.', visibilities),
  mode: word('Whether tools that were not chosen may be used.', modes),
  version: whole('Version of the toolset; increases with every change.'),
  tool_count: { type: 'integer', minimum: 0, description: 'Number of chosen tools.' },
  root: text('N-ACT root of the toolset.', { format: 'uri' }),
  created_at: time('When it was created.'),
  updated_at: time('When it was last changed.'),
};

/** Members of a listed toolset, for field selection. */
export const summaryMembers: readonly string[] = Object.keys(summaryProperties);

/** A listed toolset, or the members selected with `fields`. */
export const summarySchema: JsonObject = {
  ...closed('A toolset, or the members selected with fields.', summaryProperties),
  title: 'ToolsetSummary',
};

const toolsetProperties: JsonObject = {
  ...summaryProperties,
  grants: list('Who else may use it; shown only to its owner.', text('A grant.')),
  tools: list('The chosen tools that you may see.', toolSchema),
  open: openSchema,
  content: contentSchema,
  localised: localisedSchema,
};

/** Members of a toolset, for field selection. */
export const toolsetMembers: readonly string[] = Object.keys(toolsetProperties);

/** A toolset, or the members selected with `fields`. */
export const toolsetSchema: JsonObject = {
  ...closed('A toolset, or the members selected with fields.', toolsetProperties),
  title: 'Toolset',
};

/** The differences between two signatures. */
const changesSchema = list(
  'The differences.',
  closed('A difference.', {
    subject: word('What the difference affects.', ['tool', 'input', 'output']),
    parameter: text('Id of the parameter.'),
    kind: text('Stable code of the difference.'),
    effect: word('Effect on callers.', ['compatible', 'description', 'widened', 'meaning', 'breaking']),
    message: text('Human-readable message.'),
    rule: text('Rule that the difference violates, as for API changes.'),
  }),
);

/** One update of a chosen tool. */
const updateProperties: JsonObject = {
  kind: word('Kind of update.', ['new_version', 'replaced', 'removed', 'deprecated', 'lock_broken']),
  class: word('Class by which to decide; a tool that is gone or whose lock is broken counts as breaking.', [
    'breaking',
    'meaning',
    'compatible',
    'description',
  ]),
  name: text('Name in the toolset.'),
  agent_id: text('Id of the service that provides it.'),
  operation: text('Name of the operation in the service; absent when the service no longer has it.'),
  version: whole('Version in the toolset.'),
  to: placeSchema('Version that can be accepted.'),
  effect: word('Most severe effect of the changes.', ['compatible', 'description', 'widened', 'meaning', 'breaking']),
  changes: changesSchema,
  differences: list(
    'What reads differently: the texts, and each input and output with type and bounds.',
    closed('A place that differs.', {
      place: text('description, input city, output grid, …'),
      before: text('In the version of the toolset; absent when it was added.'),
      after: text('In the other version; absent when it was removed.'),
    }),
  ),
  affected: closed('What depends on the tool, as far as you may see it.', {
    procedures: list(
      'Procedures that mention the tool.',
      closed('A procedure.', {
        id: text('Id of the procedure.'),
        name: text('Display name.'),
        state: word('State.', ['draft', 'ready']),
        lines: list('Lines that mention the tool.', whole('Line, from 1.')),
      }),
    ),
    teams: list(
      'Teams whose members have the toolset.',
      closed('A team.', {
        id: text('Id of the team.'),
        name: text('Display name.'),
        members: list('Members with the toolset.', text('Name of a member.')),
      }),
    ),
  }),
  message: text('Human-readable message.'),
  stayed: {
    type: 'boolean',
    description: 'True when you decided to keep the current version; listed only with stayed=true.',
  },
};

/** Members of an update, for field selection. */
export const updateMembers: readonly string[] = Object.keys(updateProperties);

/** Updates by vendors. */
export const updatesSchema = closed(
  'Vendor changes since the tools were chosen.',
  {
    updates: list('The updates.', closed('An update, or the members selected with fields.', updateProperties)),
    count: { type: 'integer', minimum: 0, description: 'Number of updates.' },
  },
  ['updates', 'count'],
);

const withUpdatesProperties: JsonObject = {
  id: text('Id of the toolset.'),
  name: text('Display name.'),
  version: whole('Version of the toolset; If-Match: "d<version>" rejects a decision on an older one.'),
  updates: list('Its updates.', closed('An update.', updateProperties)),
};

/** Members of a toolset with updates, for field selection. */
export const allUpdatesMembers: readonly string[] = Object.keys(withUpdatesProperties);

/** Updates of all toolsets of the caller. */
export const allUpdatesSchema = closed(
  'Vendor changes by toolset.',
  {
    toolsets: list(
      'Your toolsets that have updates, by id.',
      closed('A toolset, or the members selected with fields.', withUpdatesProperties),
    ),
    count: { type: 'integer', minimum: 0, description: 'Number of updates.' },
  },
  ['toolsets', 'count'],
);

/** One stored version. */
const versionProperties: JsonObject = {
  version: whole('Version number.'),
  action: word('Action that created the version.', ['create', 'update', 'delete']),
  actor: text('Subject that performed it.'),
  at: time('When.'),
  changes: list(
    'Differences from the previous version.',
    closed('A difference.', {
      kind: text('Stable code of the difference.'),
      tool: text('Name of the tool; absent for a difference of the toolset itself.'),
      message: text('Human-readable message.'),
      changes: changesSchema,
    }),
  ),
};

/** A page of stored versions. */
export const versionsSchema = pageSchema({
  member: 'versions',
  description: 'A page of versions, newest first.',
  itemsDescription: 'Stored versions.',
  items: closed('A stored version.', versionProperties),
});

/** Members of a stored version, for field selection. */
export const versionMembers: readonly string[] = [...Object.keys(versionProperties), 'toolset'];

/** One stored version with the toolset as it was. */
export const versionSchema: JsonObject = {
  ...closed('A stored version with the toolset at that time, or the members selected with fields.', {
    ...versionProperties,
    toolset: toolsetSchema,
  }),
};

/** An export for run times. */
export const exportSchema = closed(
  'A self-contained toolset for a run time, without secrets.',
  {
    format: { type: 'string', const: 'dragoman-toolset', description: 'Format identifier.' },
    format_version: { type: 'integer', const: 1, description: 'Format version.' },
    id: text('Id of the toolset.'),
    name: text('Display name.'),
    description: text('Purpose of the toolset.'),
    version: whole('Version of the toolset.'),
    root: text('N-ACT root of the toolset, where its tools are called.', { format: 'uri' }),
    mode: word('Whether tools that were not chosen may be used.', modes),
    open: openSchema,
    tools: list(
      'The tools.',
      closed('A tool.', {
        alias: text('Name for models.'),
        vendor: text('Short name of the vendor.'),
        agent_id: text('Id of the service that provides it.'),
        operation: text('Name of the operation in the service, where it is available.'),
        signature: signatureSchema,
        ...schemaProperties,
        input_map: list(
          'How an input that matches input_schema becomes the inputs of the signature.',
          closed('One input of the signature.', {
            name: text('Name of the input.'),
            path: list('Location of its value in the complete input.', text('Name of a member.')),
            form: word('plain: as it is; number: as text; json: as JSON text; others: JSON text of all that is left.', [
              'plain',
              'number',
              'json',
              'others',
            ]),
            values: record('Value of the complete input by value of an enum.', {}),
          }),
        ),
        fingerprint: text('SHA-256 of the locked parts of the signature.'),
        follow: word('Whether it follows the vendor.', ['pinned', 'latest']),
        impact: word('Impact of a call, where the vendor declares it.', [
          'informational',
          'reversible',
          'irreversible',
        ]),
        original: closed('The vendor’s texts and the pinned version.', {
          tool_id: text('Id of the tool in the catalogue.'),
          version: whole('Pinned version.'),
          name: text('Name in the catalogue.'),
          description: text('The vendor’s description.'),
          fingerprint: text('SHA-256 of its locked parts.'),
          inputs: record('The vendor’s descriptions of inputs, by id.', text('Description of the input.')),
        }),
        origin: originSchema,
      }),
    ),
  },
  ['format', 'format_version', 'id', 'version', 'root', 'tools'],
);

/** Members of an export, for field selection. */
export const exportMembers: readonly string[] = Object.keys(exportSchema.properties as JsonObject);

/** An example request that works with the sample service of the registration examples. */
export const toolsetExample: JsonObject = {
  id: 'harbour-desk',
  name: 'Harbour desk',
  description: 'What the harbour desk needs to answer captains.',
  tools: [
    {
      agent_id: 'pier-weather-001',
      tool: 'b71e9ff6-6a73-839b-be87-12a0e7a8fc3f',
      name: 'forecast_pier',
      description: 'Reports wind and waves at one pier. Use it before a berth is given.',
    },
  ],
};
