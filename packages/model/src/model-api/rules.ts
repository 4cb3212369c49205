/**
 * What each model API accepts as a tool. A request with one tool that breaks a rule is rejected as a whole, so these are
 * the limits of every projection. Each rule names its source: the vendor's documentation, or the vendor's own error
 * message where the documentation says nothing.
 */

/** The model APIs, by the name of their shape in the executor. */
export const modelApiNames = Object.freeze([
  'openai-chat',
  'openai-responses',
  'anthropic',
  'google',
  'bedrock',
] as const);

/** One of them. */
export type ModelApi = (typeof modelApiNames)[number];

/** One rule in words. */
export interface ModelApiRule {
  rule: string;
  source: string;
  /** True when only an error message of the API states the rule. */
  observed?: true;
}

/** The limits of a projection. */
export interface SchemaLimits {
  /** Form of the names of inputs at the top level. */
  inputName: RegExp;
  /** Keywords that may be at the root of an input schema; without it all but unions and fixed values. */
  rootKeywords?: readonly string[];
  /** Keywords that may be anywhere; without it all keywords of JSON Schema 2020-12. */
  keywords?: readonly string[];
  /** Formats by type; without it all. */
  formats?: Readonly<Record<string, readonly string[]>>;
  /** Types of the values in an enum; without it all. */
  enumTypes?: readonly string[];
  /** True when every schema must name its type, or alternatives that do. */
  typed?: true;
}

/** A model API and what it accepts. */
export interface ModelApiRules extends SchemaLimits {
  title: string;
  /** Maximum length of a tool description, in characters. */
  descriptionLength?: number;
  /** Maximum number of tools in a request. */
  tools?: number;
  rules: readonly ModelApiRule[];
}

const openAiReference = 'https://platform.openai.com/docs/api-reference/chat/create';
const openAiStrict = 'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas';
const claudeTools = 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools';
const geminiFunction = 'https://googleapis.github.io/js-genai/release_docs/interfaces/types.FunctionDeclaration.html';
const geminiSchema = 'https://ai.google.dev/gemini-api/docs/structured-output';
const bedrockTool = 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html';
const novaTools = 'https://docs.aws.amazon.com/nova/latest/userguide/prompting-tool-troubleshooting.html';

/** Input names that Anthropic's own check accepts, also on Bedrock. */
const claudeInputName = /^[a-zA-Z0-9_.-]{1,64}$/;

const openAi = {
  inputName: claudeInputName,
  descriptionLength: 1024,
  tools: 128,
  rules: [
    { rule: 'A name has 1 to 64 letters, digits, underscores and hyphens.', source: openAiReference },
    { rule: 'A request has at most 128 functions.', source: openAiReference },
    {
      rule: 'A description has at most 1,024 characters.',
      source: 'https://github.com/getsentry/sentry-mcp/issues/106',
      observed: true,
    },
    {
      rule: 'The root of the parameters has type object, and no oneOf, anyOf, allOf, enum, const or not.',
      source: 'https://github.com/langchain-ai/langchainjs/issues/9804',
      observed: true,
    },
    {
      rule: 'Every array names its items.',
      source: 'https://github.com/streamnative/streamnative-mcp-server/issues/26',
      observed: true,
    },
    {
      rule: 'With strict: true, every object has additionalProperties: false and requires all its members; optional members allow null.',
      source: openAiStrict,
    },
    {
      rule: 'With strict: true, a schema has at most 5,000 members, 10 levels of nesting, 1,000 enum values, and 120,000 characters of names and fixed values; an enum of more than 250 strings has at most 15,000 characters.',
      source: openAiStrict,
    },
    {
      rule: 'With strict: true, allOf, not, dependentRequired, dependentSchemas, if, then and else are rejected.',
      source: openAiStrict,
    },
  ],
} satisfies Omit<ModelApiRules, 'title'>;

/** The model APIs: name → what it accepts. */
export const modelApis: Readonly<Record<ModelApi, ModelApiRules>> = {
  'openai-chat': { title: 'OpenAI Chat Completions', ...openAi },
  'openai-responses': { title: 'OpenAI Responses', ...openAi },
  anthropic: {
    title: 'Anthropic Messages',
    inputName: claudeInputName,
    rules: [
      { rule: 'A name has 1 to 64 letters, digits, underscores and hyphens.', source: claudeTools },
      { rule: 'The input schema is a JSON Schema object of type object.', source: claudeTools },
      {
        rule: 'The input schema is valid in JSON Schema draft 2020-12.',
        source: 'https://github.com/anthropics/claude-code/issues/9605',
        observed: true,
      },
      {
        rule: 'The root of the input schema has no oneOf, allOf or anyOf.',
        source: 'https://github.com/anthropics/claude-code/issues/5319',
        observed: true,
      },
      {
        rule: 'The names of inputs at the top level have 1 to 64 letters, digits, underscores, hyphens and periods.',
        source: 'https://github.com/ComposioHQ/composio/pull/3067',
        observed: true,
      },
    ],
  },
  google: {
    title: 'Google Gemini',
    inputName: /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
    tools: 128,
    keywords: [
      ...['type', 'format', 'title', 'description', 'enum', 'items', 'minItems', 'minimum', 'maximum'],
      ...['anyOf', 'properties', 'additionalProperties', 'required'],
    ],
    formats: { string: ['date-time'], integer: ['int32', 'int64'], number: ['float', 'double'] },
    enumTypes: ['string'],
    typed: true,
    rules: [
      {
        rule: 'A name starts with a letter or an underscore and has at most 64 letters, digits, underscores and hyphens.',
        source: geminiFunction,
      },
      {
        rule: 'The names of parameters start with a letter or an underscore and have at most 64 letters, digits and underscores.',
        source: geminiFunction,
      },
      { rule: 'A function without parameters has no parameter schema.', source: geminiFunction },
      {
        rule: 'A request has at most 128 function declarations.',
        source:
          'https://pub.dev/documentation/google_cloud_aiplatform_v1beta1/latest/aiplatform/Tool/functionDeclarations.html',
      },
      {
        rule: 'parametersJsonSchema supports type, format, title, description, enum of strings and numbers, items, prefixItems, minItems, maxItems, minimum, maximum, anyOf, oneOf, properties, additionalProperties, required, $id, $defs, $ref and $anchor.',
        source: geminiSchema,
      },
      {
        rule: 'Cyclic references are followed to a limited depth, and only in optional members.',
        source: geminiSchema,
      },
      {
        rule: 'The only formats of strings are enum and date-time.',
        source: 'https://firebase.google.com/docs/reference/js/ai.schemashared',
      },
      {
        rule: 'A schema without alternatives names its type; properties and required are only for objects, and required names existing properties.',
        source: 'https://github.com/danny-avila/LibreChat/issues/6971',
        observed: true,
      },
      {
        rule: 'The sum of maxItems in one declaration has an undocumented limit of about 960.',
        source: 'https://github.com/googleapis/python-genai/issues/2170',
        observed: true,
      },
    ],
  },
  bedrock: {
    title: 'Amazon Bedrock Converse',
    inputName: claudeInputName,
    rootKeywords: ['type', 'properties', 'required'],
    rules: [
      { rule: 'A name has 1 to 64 letters, digits, underscores and hyphens.', source: bedrockTool },
      { rule: 'A description has at least one character.', source: bedrockTool },
      {
        rule: 'The root of the input schema has type object.',
        source: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolInputSchema.html',
      },
      { rule: 'For Nova models, the root has only type, properties and required.', source: novaTools },
      {
        rule: 'The names of inputs at the top level have 1 to 64 letters, digits, underscores, hyphens and periods.',
        source:
          'https://github.com/aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws/issues/709',
        observed: true,
      },
    ],
  },
};

/** What clients may assume whose model API is unknown: plain roots and names; keywords and lengths stay. */
export const commonLimits: SchemaLimits = Object.freeze({ inputName: claudeInputName });
