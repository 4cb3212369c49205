/** `dragoman eval`: a provider's or designer's own cases, tried on a description or on a catalogue, by search or by a model. */
import type { ChooserFor, Evaluation, EvaluationCase } from '@dragoman/core/engine';
import type { Entry } from '@dragoman/model';
import type { Command, CommandContext } from '../command.js';
import { UsageError } from '../command.js';
import { connect } from '../connect.js';
import { type ChatEndpoint, createChatEndpoint } from '../eval/chat-endpoint.js';
import { createModelChooser } from '../eval/model-chooser.js';
import { listTools, mostOffered } from '../eval/offered-tools.js';
import { readCases } from '../eval/read-cases.js';
import { readEntry } from '../eval/read-entry.js';
import { createRegistryChooser, createRegistryOffer, mostCandidates } from '../eval/registry-chooser.js';
import { openMeaning } from '../open-meaning.js';
import { printEvaluation } from '../output/evaluation.js';
import { line } from '../output/paint.js';
import { readDocuments, readOrRefuse, readValue } from '../read-documents.js';

/** Operations that are looked at for one case; only the first three count. */
const usualTop = 5;
/** Tools that a model is offered of a description with more than it can take. */
const narrowedTo = 40;
/** Requests to a model at the same time. */
const atOnce = 4;

/** Evaluates cases. */
export const evaluate: Command = {
  name: 'eval',
  summary: 'Try cases (utterance → operation) on a description or a catalogue',
  details:
    'The file holds a list of {"utterance": …, "operation": …}, or an object with that list under cases; operation is null when nothing fits. ' +
    'With "arguments" a case names the inputs that the utterance tells; they are held against those that a model fills in. ' +
    'With --against nothing is sent anywhere: the description is tried by words and meaning, and changes of wording are tried on what is confused. ' +
    'Without it the registry resolves every utterance. With --model-url a model behind an OpenAI-compatible endpoint chooses among the tools ' +
    `(of more than ${mostOffered}, the ${narrowedTo} that search finds first; of a registry, its ${mostCandidates} best candidates); its key is taken ` +
    'from DRAGOMAN_MODEL_KEY, and nothing that it calls is performed. Exit code 1 when fewer cases come out right than --min asks for.',
  arguments: [{ name: 'file', required: true, multiple: false, description: 'Cases, JSON or YAML, or "-"' }],
  options: [
    { name: 'against', value: 'file', description: 'A description of any protocol that "dragoman add" reads' },
    { name: 'min', value: 'share', description: 'Share of cases that must come out right, 0 to 1' },
    {
      name: 'meaning',
      value: 'auto|off',
      description:
        'With --against: compare meanings too, with the built-in model where it is installed (auto), or words alone',
    },
    { name: 'tries', value: 'n', description: 'Changes of wording to try (60 unless given; none with a model)' },
    {
      name: 'model-url',
      value: 'address',
      description: 'Base of an OpenAI-compatible API, such as https://models.example/v1',
    },
    { name: 'model-name', value: 'name', description: 'Name of the model there' },
  ],
  examples: [
    {
      line: 'dragoman eval cases.json --against openapi.yaml',
      explanation: 'Offline, with changes of wording that help',
    },
    { line: 'dragoman eval cases.json --min 0.9', explanation: 'On the registry, failing below nine in ten' },
    {
      line: 'dragoman eval cases.json --against openapi.yaml --model-url http://127.0.0.1:8000/v1 --model-name qwen',
      explanation: 'A model of your own chooses among the tools',
    },
  ],
  async run(context) {
    const { args, options, print, surroundings } = context;
    const [file = ''] = args;
    const cases = readCases(await readOrRefuse(file, () => readValue(surroundings, file)), file);
    const least = options.number('min', { min: 0, max: 1, whole: false });
    const endpoint = await openEndpoint(context);
    const against = options.text('against');
    const evaluation =
      against === undefined
        ? await evaluateOnline(context, cases, endpoint)
        : await evaluateOffline(context, cases, { path: against, endpoint });
    print.progress(undefined);
    if (print.json) print.value(evaluation);
    else printEvaluation(print, evaluation);
    return evaluation.failed === cases.length || evaluation.first < (least ?? 0) ? 1 : 0;
  },
};

async function openEndpoint({ options, surroundings }: CommandContext): Promise<ChatEndpoint | undefined> {
  const [url, model] = [options.text('model-url'), options.text('model-name')];
  if (url === undefined && model === undefined) return undefined;
  if (url === undefined || model === undefined) throw new UsageError('--model-url and --model-name are given together');
  return createChatEndpoint(surroundings, { url, model, key: surroundings.env.DRAGOMAN_MODEL_KEY || undefined });
}

async function evaluateOnline(
  context: CommandContext,
  cases: readonly EvaluationCase[],
  endpoint: ChatEndpoint | undefined,
): Promise<Evaluation> {
  const { evaluateChooser } = await import('@dragoman/core/engine');
  for (const option of ['tries', 'meaning']) {
    if (context.options.text(option) !== undefined) throw new UsageError(`--${option} goes with --against`);
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
  const documents = await readOrRefuse(path, () => readDocuments(context.surroundings, path));
  const entries = await Promise.all(documents.map(({ document, origin }) => readEntry(document, origin)));
  await requireKnown(cases, entries, path);
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

/** A model is offered all tools, or what search finds first where they are too many. */
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

/** A name that nothing has would count as wrong for ever. */
async function requireKnown(cases: readonly EvaluationCase[], entries: readonly Entry[], path: string): Promise<void> {
  const { bareName } = await import('@dragoman/core/engine');
  const known = new Set(
    entries.flatMap(({ id, operations }) => operations.flatMap(({ name }) => [name, `${id}/${name}`])),
  );
  const bare = new Set([...known].map(bareName));
  const missing = [...new Set(cases.flatMap(({ operation }) => operation ?? []))].filter(
    (name) => !known.has(name) && !bare.has(bareName(name)),
  );
  if (missing.length === 0) return;
  const has = [...known].filter((name) => !name.includes('/'));
  const shown = `${has.slice(0, 20).join(', ')}${has.length > 20 ? ' …' : ''}`;
  throw new UsageError(`${path} has no operation ${missing.slice(0, 20).join(', ')}; it has ${shown}`);
}

function progressOf({ print, surroundings: { signal } }: CommandContext, all: number) {
  return { signal, onProgress: (done: number) => print.progress(line`${done} of ${all} cases`) };
}
