/** `dragoman agis ask`: finds the endpoint of an AGIS service that does what a sentence asks for, and calls it. */
import type { Match } from '@dragoman/agis';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { AgisAgent } from '@dragoman/sdk/agis';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { readInput } from '../files/read-input.js';
import { createCommandAgent, serviceAddress } from '../registry/agis-agent.js';
import { line } from '../terminal/paint.js';
import { escapeJson } from '../terminal/sanitize.js';

/** Asks a service in plain language. */
export const agisAsk: Command = {
  name: 'agis ask',
  summary: 'Find the AGIS endpoint for a request in plain language, and call it',
  details:
    'Fetches and validates the document of the service first. The five matching steps and the parameters go to ' +
    'standard error, the response to standard output. Use --input for parameters that the sentence does not mention. ' +
    'Irreversible calls, and matches below the confidence that the service requires, need --confirm or a typed "yes". ' +
    'A negation, a how-to question, a report, a condition or a quotation does not cause a call, unless you pass ' +
    '--anyway. Only English is understood.',
  arguments: [
    {
      name: 'service',
      required: true,
      multiple: false,
      description: 'URL of an AGIS service, or id of a service in the registry',
    },
    { name: 'instruction', required: true, multiple: true, description: 'What you want, in plain language' },
  ],
  options: [
    {
      name: 'input',
      short: 'i',
      value: 'name=value',
      multiple: true,
      description: 'A parameter that the sentence does not mention',
    },
    { name: 'dry-run', description: 'Show what would be called; call nothing' },
    { name: 'confirm', description: 'Call without asking for a typed "yes"' },
    { name: 'anyway', description: 'Call even if the wording does not ask for a call' },
    { name: 'time-zone', value: 'zone', description: 'Your time zone, such as Europe/London (default: detected)' },
  ],
  examples: [
    {
      line: 'dragoman agis ask https://tables.example/ book a table for two next Tuesday at 7pm',
      explanation: 'Find and call',
    },
    {
      line: 'dragoman agis ask pier-weather-001 "what is the wind tomorrow" --dry-run',
      explanation: 'Only show the match',
    },
  ],
  async run(context) {
    const [service = '', ...words] = context.args;
    const agent = await createCommandAgent(context, context.options.text('time-zone'));
    await agent.discover(serviceAddress(context, service), { signal: context.runtime.signal });
    const said = agent.match(words.join(' '), { anyway: context.options.flag('anyway') });
    const match = await complete(context, said);
    if (!context.print.json) explain(context, match);
    if (context.options.flag('dry-run') || !isReady(match)) {
      if (context.print.json) context.print.value(shown(match));
      return isReady(match) ? 0 : 1;
    }
    return act(context, agent, match);
  },
};

/** The match with the parameters from `--input`, which count as stated by a person. */
async function complete({ options, runtime }: CommandContext, match: Match): Promise<Match> {
  const { endpoint } = match;
  const texts = options.texts('input');
  if (endpoint === undefined || texts.length === 0) return match;
  const typed = await readInput(runtime, texts, endpoint.input);
  if (!isJsonObject(typed)) throw new UsageError('--input must give an object');
  const questions = match.questions.filter(({ parameter }) => !holds(typed, parameter.split('.')));
  const decision = match.decision === 'ask' && questions.length === 0 ? settled(match) : match.decision;
  return { ...match, arguments: merge(match.arguments, typed), questions, decision };
}

/** True when an object has a member at a path; a whole object given for its parent counts too. */
function holds(value: JsonValue | undefined, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return value !== undefined;
  return isJsonObject(value) && Object.hasOwn(value, first) && holds(value[first], rest);
}

function merge(read: JsonObject, typed: JsonObject): JsonObject {
  const merged = Object.entries(typed).map(([name, value]) => {
    const own = Object.hasOwn(read, name) ? read[name] : undefined;
    return [name, isJsonObject(own) && isJsonObject(value) ? merge(own, value) : value];
  });
  return { ...read, ...Object.fromEntries(merged) };
}

function settled({ endpoint }: Match): Match['decision'] {
  return endpoint?.impact === 'irreversible' ? 'confirm' : 'call';
}

function isReady({ decision, questions }: Match): boolean {
  return !['nothing', 'ask', 'not-asked'].includes(decision) && questions.length === 0;
}

function explain({ print }: CommandContext, match: Match): void {
  const { noteColor: color } = print;
  for (const { step, detail } of match.trace) print.note(line`${color.faint(step.padEnd(10))} ${detail}`);
  print.note(line`${color.strong(match.decision)}: ${match.reason}`);
  if (match.decision === 'escalate' || match.decision === 'not-asked') {
    for (const { endpoint, confidence } of match.candidates) print.note(line`  ${endpoint.label} ${confidence}`);
  }
  if (match.decision === 'not-asked') print.note(line`${color.faint('--anyway calls the first one.')}`);
  if (match.endpoint === undefined) return;
  print.note(line`${color.name(match.endpoint.label)} with ${escapeJson(JSON.stringify(match.arguments))}`);
  for (const { parameter, detail, choices } of match.questions) {
    const offered = choices === undefined ? '' : ` (${choices.map(String).join(', ')})`;
    print.note(line`  ${color.warning(parameter)}: ${detail}${offered} ${color.faint(`--input ${parameter}=…`)}`);
  }
}

async function act(context: CommandContext, agent: AgisAgent, match: Match): Promise<0 | 1> {
  const { print, options, runtime } = context;
  const confirmed = match.decision === 'call' || options.flag('confirm') || (await agrees(context, match));
  if (!confirmed) {
    print.note(line`Nothing was called. ${print.noteColor.faint('--confirm calls it.')}`);
    return 1;
  }
  const answer = await agent.perform(match, { signal: runtime.signal, confirmed: match.decision !== 'call' });
  print.value(print.json ? { ...shown(match), answer } : answer.output);
  for (const { field, expected, seen, verdict } of answer.transitions) {
    if (verdict === 'contradicted') {
      print.note(
        line`  ${print.noteColor.bad('not as declared')}: ${field} should be ${expected}, is ${JSON.stringify(seen)}`,
      );
    }
  }
  for (const { pointer, message } of answer.problems)
    print.note(line`  ${print.noteColor.warning('output')} ${pointer}: ${message}`);
  return answer.asDeclared ? 0 : 1;
}

async function agrees({ runtime }: CommandContext, { endpoint, reason }: Match): Promise<boolean> {
  if (!runtime.terminal.stdin) return false;
  const typed = await runtime.ask(`${reason} Call ${endpoint?.label ?? 'it'} now? Type "yes": `);
  return typed.trim().toLowerCase() === 'yes';
}

/** A match as programs read it. */
function shown({
  decision,
  reason,
  endpoint,
  confidence,
  threshold,
  arguments: filled,
  questions,
  candidates,
  trace,
  mood,
}: Match) {
  return {
    decision,
    reason,
    ...(endpoint === undefined ? {} : { endpoint: endpoint.label }),
    confidence,
    threshold,
    arguments: filled,
    questions,
    candidates: candidates.map((each) => ({ endpoint: each.endpoint.label, confidence: each.confidence })),
    trace,
    ...(mood === undefined ? {} : { mood }),
  };
}
