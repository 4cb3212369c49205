/** `dragoman agis ask`: finds the endpoint of an AGIS service that does what a sentence asks for, and calls it. */
import type { Match } from '@dragoman/agis';
import type { JsonObject } from '@dragoman/model';
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
    'Fetches and validates the document of the service first. The chosen endpoint and the parameters go to standard ' +
    'error, the response to standard output. Use --input for parameters that the sentence does not mention. ' +
    'Irreversible calls, and matches below the confidence that the service requires, need --confirm or a typed "yes". ' +
    'A negation, a how-to question, a report, a condition or a quotation does not cause a call, unless you pass ' +
    '--anyway. A sentence that asks for several actions causes no call; ask for one at a time. Only English is understood.',
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
    { name: 'verbose', description: 'Also show the five steps of the match' },
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
    const asked = (given?: JsonObject) =>
      agent.match(words.join(' '), {
        anyway: context.options.flag('anyway'),
        ...(given === undefined ? {} : { given }),
      });
    const match = await complete(context, asked, asked());
    if (!context.print.json) explain(context, match);
    if (context.options.flag('dry-run') || !isReady(match)) {
      if (context.print.json) context.print.value(shown(match));
      return isReady(match) ? 0 : 1;
    }
    return act(context, agent, match);
  },
};

/** The match with the parameters from `--input`, which count as stated; their types depend on the endpoint. */
async function complete({ options, runtime }: CommandContext, again: (given: JsonObject) => Match, said: Match) {
  const texts = options.texts('input');
  let match = said;
  for (let round = 0; round < 2 && texts.length > 0 && match.endpoint !== undefined; round += 1) {
    const typed = await readInput(runtime, texts, match.endpoint.input);
    if (!isJsonObject(typed)) throw new UsageError('--input must give an object');
    const next = again(typed);
    const isSame = next.endpoint === match.endpoint;
    match = next;
    if (isSame) break;
  }
  return match;
}

function isReady({ decision, questions }: Match): boolean {
  return !['nothing', 'ask', 'not-asked', 'several'].includes(decision) && questions.length === 0;
}

function explain({ print, options }: CommandContext, match: Match): void {
  const { noteColor: color } = print;
  const { confidence, threshold, endpoint, decision } = match;
  if (options.flag('verbose'))
    for (const { step, detail } of match.trace) print.note(line`${color.faint(step.padEnd(10))} ${detail}`);
  if (decision === 'call')
    print.note(line`${color.strong(decision)}: confidence ${confidence.toFixed(2)}, ${threshold} required`);
  else print.note(line`${color.strong(decision)}: ${match.reason}`);
  if (match.decision === 'escalate' || match.decision === 'not-asked') {
    for (const each of match.candidates) print.note(line`  ${each.endpoint.label} ${each.confidence}`);
  }
  if (match.decision === 'not-asked') print.note(line`${color.faint('--anyway calls the first one.')}`);
  if (endpoint !== undefined)
    print.note(line`${color.name(endpoint.label)} with ${escapeJson(JSON.stringify(match.arguments))}`);
  for (const { parameter, detail, choices } of match.questions) {
    const offered = choices === undefined ? '' : ` (${choices.map(String).join(', ')})`;
    print.note(line`  ${color.warning(parameter)}: ${detail}${offered} ${color.faint(`--input ${parameter}=…`)}`);
  }
  if (decision !== 'not-asked' && !isReady(match)) print.note(line`Nothing was called.`);
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
  if (!print.json) print.note(line`third-party content from ${context.args[0] ?? ''}`);
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
  actions,
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
    ...(actions === undefined
      ? {}
      : { actions: actions.map((each) => ({ instruction: each.instruction, endpoint: each.endpoint.label })) }),
  };
}
