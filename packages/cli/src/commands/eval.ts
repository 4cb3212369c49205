/** `dragoman eval`: runs test cases (utterance → operation) on a description or a registry, with search or with a model. */
import type { ChooserFor, Evaluation, EvaluationCase } from '@dragoman/core/engine';
import type { Entry } from '@dragoman/model';
import { bareName, suggestNames } from '@dragoman/model';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { type ChatEndpoint, createChatEndpoint } from '../eval/chat-endpoint.js';
import { createModelChooser } from '../eval/model-chooser.js';
import { listTools, mostOffered } from '../eval/offered-tools.js';
import { readCases } from '../eval/read-cases.js';
import { readEntry } from '../eval/read-entry.js';
import { createRegistryChooser, createRegistryOffer, mostCandidates } from '../eval/registry-chooser.js';
import { readDocuments, readOrRefuse, readValue } from '../files/read-documents.js';
import { openMeaning } from '../lint/open-meaning.js';
import { printEvaluation, printSavedEvaluation } from '../output/evaluation.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Operations considered per case; only the first three count. */
const usualTop = 5;
/** Tools offered to a model when a description has more than it accepts. */
const narrowedTo = 40;
/** Concurrent requests to a model. */
const atOnce = 4;

/** Evaluates test cases. */
export const evaluate: Command = {
  name: 'eval',
  summary: 'Run test cases (utterance → operation) on a description or a registry',
  details:
    'The file has a list of {"utterance": …, "operation": …}, or an object with that list under "cases"; operation ' +
    'is null when nothing should match. ' +
    'With "arguments", a case states the expected inputs, which are compared with those that a model fills in, or ' +
    'that the registry reads from the utterance. ' +
    'With --against, nothing is sent over the network: the description is searched by words and meaning, and ' +
    'alternative wordings are tried for operations that are confused. ' +
    'Without it, the registry resolves every utterance. With --model-url, a model at an OpenAI-compatible endpoint ' +
    'chooses among the tools ' +
    `(of more than ${mostOffered}, the top ${narrowedTo} search results; of a registry, its ${mostCandidates} best candidates); its key is read ` +
    'from DRAGOMAN_MODEL_KEY, and the calls it makes are not executed. Without a file, the registry runs the cases that you saved there ' +
    '(in the console, or with POST /saved) and compares with the last run. Exit code 1 when fewer cases succeed than --min requires.',
  arguments: [{ name: 'file', required: false, multiple: false, description: 'Test cases in JSON or YAML, or "-"' }],
  options: [
    { name: 'against', value: 'file', description: 'A description in any protocol that "dragoman add" reads' },
    { name: 'min', value: 'share', description: 'Share of cases that must succeed, 0 to 1' },
    {
      name: 'meaning',
      value: 'auto|off',
      description:
        'With --against: auto compares by meaning too, if the built-in model is installed; off compares by words only',
    },
    { name: 'tries', value: 'n', description: 'Alternative wordings to try (default: 60; 0 with a model)' },
    {
      name: 'model-url',
      value: 'address',
      description: 'Base URL of an OpenAI-compatible API, such as https://models.example/v1',
    },
    { name: 'model-name', value: 'name', description: 'Name of the model at that API' },
  ],
  examples: [
    {
      line: 'dragoman eval cases.json --against openapi.yaml',
      explanation: 'Offline, with alternative wordings that help',
    },
    {
      line: 'dragoman eval --min 0.9',
      explanation: 'The cases that you saved on the registry, compared with the last run',
    },
    { line: 'dragoman eval cases.json --min 0.9', explanation: 'On the registry; fail below 90 %' },
    {
      line: 'dragoman eval cases.json --against openapi.yaml --model-url http://127.0.0.1:8000/v1 --model-name qwen',
      explanation: 'Let your own model choose among the tools',
    },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const [file] = args;
    if (file === undefined) return evaluateSaved(context);
    const cases = readCases(await readOrRefuse(file, () => readValue(runtime, file)), file);
    const minShare = options.number('min', { min: 0, max: 1, whole: false });
    const endpoint = await openEndpoint(context);
    const against = options.text('against');
    const evaluation =
      against === undefined
        ? await evaluateOnline(context, cases, endpoint)
        : await evaluateOffline(context, cases, { path: against, endpoint });
    print.progress(undefined);
    if (print.json) print.value(evaluation);
    else printEvaluation(print, evaluation);
    return evaluation.failed === cases.length || evaluation.first < (minShare ?? 0) ? 1 : 0;
  },
};

/** Runs the saved cases on the registry. */
async function evaluateSaved(context: CommandContext): Promise<0 | 1> {
  const { options, print, runtime } = context;
  for (const option of ['against', 'meaning', 'tries', 'model-url', 'model-name']) {
    if (options.text(option) !== undefined) throw new UsageError(`--${option} needs a file with cases`);
  }
  const minShare = options.number('min', { min: 0, max: 1, whole: false }) ?? 0;
  const evaluation = await connect(context, { timeoutMs: 300_000 }).saved.evaluate({ signal: runtime.signal });
  if (evaluation.total === 0) print.note(line`You have saved no cases on this registry.`);
  if (print.json) print.value(evaluation);
  else if (evaluation.total > 0) printSavedEvaluation(print, evaluation);
  return evaluation.total > 0 && evaluation.first < minShare ? 1 : 0;
}

async function openEndpoint({ options, runtime }: CommandContext): Promise<ChatEndpoint | undefined> {
  const [url, model] = [options.text('model-url'), options.text('model-name')];
  if (url === undefined && model === undefined) return undefined;
  if (url === undefined || model === undefined)
    throw new UsageError('--model-url and --model-name must be given together');
  return createChatEndpoint(runtime, { url, model, key: runtime.env.DRAGOMAN_MODEL_KEY || undefined });
}

async function evaluateOnline(
  context: CommandContext,
  cases: readonly EvaluationCase[],
  endpoint: ChatEndpoint | undefined,
): Promise<Evaluation> {
  const { evaluateChooser } = await import('@dragoman/core/engine');
  for (const option of ['tries', 'meaning']) {
    if (context.options.text(option) !== undefined) throw new UsageError(`--${option} needs --against`);
  }
  const client = connect(context);
  const chooser =
    endpoint === undefined
      ? createRegistryChooser(client, usualTop)
      : await createModelChooser({ endpoint, offer: createRegistryOffer(client, mostCandidates) });
  const summary = await evaluateChooser(chooser, cases, { ...progressOf(context, cases.length), atOnce });
  return { ...summary, changes: [], untried: 0 };
}

async function evaluateOffline(
  context: CommandContext,
  cases: readonly EvaluationCase[],
  { path, endpoint }: { path: string; endpoint: ChatEndpoint | undefined },
): Promise<Evaluation> {
  const { createSearchChoosers, evaluateDescriptions } = await import('@dragoman/core/engine');
  const tries = context.options.number('tries', { min: 0, max: 1_000 });
  const documents = await readOrRefuse(path, () => readDocuments(context.runtime, path));
  const entries = await Promise.all(documents.map(({ document, origin }) => readEntry(document, origin)));
  requireKnown(cases, entries, path);
  const embedder = await openMeaning(context, 'precise');
  const search = createSearchChoosers({
    ...(embedder === undefined ? {} : { embedder }),
    top: endpoint === undefined ? usualTop : narrowedTo,
  });
  const options = { ...progressOf(context, cases.length), ...(tries === undefined ? {} : { tries }) };
  if (endpoint === undefined) return evaluateDescriptions(entries, cases, { ...options, chooserFor: search });
  const chooserFor = modelChoosers(endpoint, search);
  return evaluateDescriptions(entries, cases, { ...options, chooserFor, atOnce, tries: tries ?? 0 });
}

/** A model is offered all tools, or the first search results if there are too many. */
function modelChoosers(endpoint: ChatEndpoint, search: ChooserFor): ChooserFor {
  return async (entries) => {
    const tools = await listTools(entries);
    if (tools.length <= mostOffered) return createModelChooser({ endpoint, offer: async () => tools });
    const { chosenNames } = await import('@dragoman/core/engine');
    const find = await search(entries);
    const byOperation = new Map(tools.map((tool) => [tool.operation, tool]));
    return createModelChooser({
      endpoint,
      offer: async (utterance, signal) =>
        chosenNames(await find(utterance, signal)).flatMap((name) => byOperation.get(name) ?? []),
    });
  };
}

/** Rejects cases with operations that do not exist, which could never succeed. */
function requireKnown(cases: readonly EvaluationCase[], entries: readonly Entry[], path: string): void {
  const known = new Set(
    entries.flatMap(({ id, operations }) => operations.flatMap(({ name }) => [name, `${id}/${name}`])),
  );
  const bare = new Set([...known].map(bareName));
  const missing = [...new Set(cases.flatMap(({ operation }) => operation ?? []))].filter(
    (name) => !known.has(name) && !bare.has(bareName(name)),
  );
  if (missing.length === 0) return;
  const has = [...known].filter((name) => !name.includes('/'));
  const faults = missing.slice(0, 20).map((name) => `no operation has the name "${name}". ${suggestNames(name, has)}`);
  throw new UsageError(`${path}: ${faults.join('\n  ')}`);
}

function progressOf({ print, runtime: { signal } }: CommandContext, all: number) {
  return { signal, onProgress: (done: number) => print.progress(line`${done} of ${all} cases`) };
}
