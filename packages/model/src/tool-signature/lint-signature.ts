/**
 * Recommendations of the draft beyond its requirements (§5.2, §6.1): names and texts that help people and models. All
 * of them are warnings; none rejects a signature.
 */
import { type Diagnostic, type DiagnosticTable, diagnose } from '../diagnostic.js';
import { isMostlyEnglish } from './english.js';
import { isRequired, type ToolSignature } from './signature.js';

/** Codes of the recommendations. */
export type SignatureAdviceCode =
  | 'nact/name-style'
  | 'nact/name-generic'
  | 'nact/not-english'
  | 'nact/description-says-nothing'
  | 'nact/description-jargon'
  | 'nact/description-conduct'
  | 'nact/many-optional-inputs'
  | 'nact/input-programmatic'
  | 'nact/output-programmatic'
  | 'nact/output-scalar-as-json';

/** Recommendations on a signature. */
export const signatureAdvice: DiagnosticTable<SignatureAdviceCode> = {
  'nact/name-style': {
    severity: 'warning',
    message: "'{name}' is not a snake case name of several words.",
    why: 'The name alone should say what the tool does (§6.1).',
    help: 'Name it like lookup_weather_by_city.',
  },
  'nact/name-generic': {
    severity: 'warning',
    message: "'{name}' is too generic to be used next to tools of other servers.",
    why: 'Longer, specific names rarely clash (§6.1).',
    help: 'Name the object and how it is found.',
  },
  'nact/not-english': {
    severity: 'warning',
    message: "'{member}' does not appear to be English.",
    why: 'Names and descriptions of tools are in English; the platform translates them for people (§6.1).',
    help: 'Write it in English; proper nouns may stay.',
  },
  'nact/description-says-nothing': {
    severity: 'warning',
    message: 'The description only repeats the name.',
    why: 'People select a tool, and a model calls it, by its description (§6.1).',
    help: 'Describe what the tool does and when to use it.',
  },
  'nact/description-jargon': {
    severity: 'warning',
    message: "The description contains internal jargon: '{word}'.",
    why: 'Readers do not know the internals of the service (§6.1).',
    help: 'Remove ticket numbers and names of internal systems.',
  },
  'nact/description-conduct': {
    severity: 'warning',
    message: "The description instructs the agent beyond this tool: '{words}'.",
    why: 'A provider describes its own tool; the designer decides how tools of several providers are combined and how to converse (§4, §5.2).',
    help: 'Describe what this tool does and when to use it; leave the rest to operating procedures.',
  },
  'nact/many-optional-inputs': {
    severity: 'warning',
    message: 'The tool has {optional} optional inputs.',
    why: 'Several tools with few inputs are better than one with many optional ones (§6.1).',
    help: 'Split the tool by user request.',
  },
  'nact/input-programmatic': {
    severity: 'warning',
    message: "A user would not provide the input '{name}'.",
    why: 'Ids, URLs and timestamps are handled by the software behind the tool (§3.1.1).',
    help: 'Redesign the tool so that it looks up the value itself.',
  },
  'nact/output-programmatic': {
    severity: 'warning',
    message: "An agent cannot use the output '{name}'.",
    why: 'A tool returns only outputs that the agent can use (§3.1.1).',
    help: 'Remove it.',
  },
  'nact/output-scalar-as-json': {
    severity: 'warning',
    message: "The output '{name}' is JSON, but its description promises a single value.",
    why: 'JSON is for results that need structure, which the model must parse itself (§6.1).',
    help: 'Use the type string, int, boolean or enum, or describe the structure.',
  },
};

const mostOptional = 3;
const snakeName = /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/;
const genericName = /^(search|lookup|find|get|list|read|query|fetch|run|call|update|create|delete|invoke)$/;
const jargon = /\b[A-Z]{2,10}-\d{2,}\b|\b(?:kubernetes|k8s|postgres(?:ql)?|redis|kafka|lambda|microservice|jira)\b/i;
const programmaticInput =
  /(?:^|[_.\s-])(?:uuid|guid|trace|callback|etag|nonce|metadata)(?:$|[_.\s-])|[_.\s-](?:id|url|uri)$|(?:created|updated|modified)[_\s-]at$/i;
const programmaticOutput =
  /(?:^|[_.\s-])(?:etag|trace|nonce)(?:$|[_.\s-])|request[_\s-]id$|raw[_\s-]response|(?:created|updated)[_\s-]at$/i;

/** Instructions about the conversation, about other tools, or about instructions from others. */
const conduct = [
  /\b(?:you|the (?:agent|assistant|model))\s+(?:must|should|shall|may)\s+(?:always|never|first|not)\b[^.]{0,80}/i,
  /\b(?:always|never)\s+(?:greet|thank|apologi[sz]e|mention|recommend|reveal|tell|ask|reply|respond|answer|say)\b[^.]{0,80}/i,
  /\b(?:ignore|disregard|forget)\s+(?:all|any|previous|prior|other|earlier)\b[^.]{0,80}/i,
  /\b(?:before|after|instead of|rather than)\s+(?:calling|using|running)?\s*(?:any|all|every|the)?\s*other\s+tools?\b[^.]{0,80}/i,
  /\b(?:do not|don't|never)\s+(?:call|use|run)\s+(?:any\s+|the\s+)?other\b[^.]{0,80}/i,
  /\b(?:in|at the (?:start|end) of)\s+every\s+(?:conversation|reply|answer|message)\b[^.]{0,80}/i,
  /\b(?:be|stay|remain)\s+(?:polite|friendly|brief|concise|helpful)\b[^.]{0,80}/i,
];
const mention = /\b([A-Za-z]\w*)\(\)/g;

/** Descriptions that start like those of one number, one answer or one word, unless several follow. */
const oneValue =
  /^(?:the\s+|an?\s+)?(?:(?:total|overall|current)\s+)?(?:whether|true|number|count|total|amount|price|cost|temperature|percentage|age|date|day|time|status|name|code|identifier)\b/i;
const severalValues =
  /\b(?:lists?|each|every|entries|items|rows|per|array|objects?|structured?|together|with|and|by|or|values|fields|members|details)\b|[,;]/i;

/** The words in which a description goes beyond its tool: about behavior, or about another tool by name. */
function conductIn(description: string, name: string): string | undefined {
  for (const pattern of conduct) {
    const [words] = pattern.exec(description) ?? [];
    if (words !== undefined) return words;
  }
  return [...description.matchAll(mention)].find(([, other]) => other !== name)?.[0];
}

/** Recommendations on a valid signature. */
export function lintSignature(signature: ToolSignature): Diagnostic[] {
  const found: Diagnostic[] = [];
  const advise = (code: SignatureAdviceCode, pointer: string, parameters: Record<string, string | number> = {}) =>
    found.push(diagnose(signatureAdvice, code, { pointer }, parameters));
  const { name, description } = signature;
  if (genericName.test(name)) advise('nact/name-generic', '/name', { name });
  else if (!snakeName.test(name)) advise('nact/name-style', '/name', { name: name.slice(0, 80) });
  if (!isMostlyEnglish(name.replaceAll('_', ' '))) advise('nact/not-english', '/name', { member: 'name' });
  if (!isMostlyEnglish(description)) advise('nact/not-english', '/description', { member: 'description' });
  if (plain(description) === plain(name)) advise('nact/description-says-nothing', '/description');
  const [word] = jargon.exec(description) ?? [];
  if (word !== undefined) advise('nact/description-jargon', '/description', { word });
  const words = conductIn(description, name);
  if (words !== undefined) advise('nact/description-conduct', '/description', { words: words.slice(0, 80) });
  const optional = signature.input_parameters.filter((input) => !isRequired(input)).length;
  const required = signature.input_parameters.length - optional;
  if (optional > mostOptional || optional > required)
    advise('nact/many-optional-inputs', '/input_parameters', { optional });
  for (const [at, input] of signature.input_parameters.entries()) {
    if (programmaticInput.test(input.name))
      advise('nact/input-programmatic', `/input_parameters/${at}/name`, { name: input.name.slice(0, 80) });
  }
  for (const [at, output] of signature.output_parameters.entries()) {
    if (programmaticOutput.test(output.name))
      advise('nact/output-programmatic', `/output_parameters/${at}/name`, { name: output.name.slice(0, 80) });
    const promised = output.description.trim();
    if (output.type === 'json' && oneValue.test(promised) && !severalValues.test(promised))
      advise('nact/output-scalar-as-json', `/output_parameters/${at}/type`, { name: output.name.slice(0, 80) });
  }
  return found;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
