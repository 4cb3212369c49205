/**
 * AGIS documents that are generated from real OpenAPI documents, compared with labels of endpoints: is the verb, the
 * path, the intent, the outcome acceptable. Verbs and paths are lists of acceptable ones; intents and outcomes are digests
 * of the sentences that a reader accepted, so that a sentence nobody has read counts as wrong. `develop` was developed on,
 * `fresh-2` and later are drawn by `drawn-operations.ts`, `develop-2` and later and `final` by `draw-endpoints.ts`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAgisValidator } from '@dragoman/agis';
import { type ConvertFile, convertDocument, createConvertFile, readDocument } from '../agis/convert-document.js';
import { folderPrefix } from '../agis/draw-folder.js';
import type { Bench, BenchOptions, BenchReport } from '../bench.js';
import { corpusFolder, corpusHelp } from '../corpus.js';

const qualities = ['verb', 'path', 'intent', 'outcome'] as const;
type Quality = (typeof qualities)[number];

interface Label {
  half: string;
  accepted: Readonly<Record<Quality, readonly string[]>>;
}

interface Written {
  sample: Readonly<Record<Quality, string>>;
  /** True when the endpoint has no error of level 2. */
  isLevel2: boolean;
}

function readLabels(): Map<string, Label> {
  const text = readFileSync(new URL('../agis/labels.tsv', import.meta.url), 'utf8');
  const [, ...lines] = text.trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [id = '', half = '', ...lists] = line.split('\t');
      const [verb = [], path = [], intent = [], outcome = []] = lists.map((list) => list.split(' '));
      return [id, { half, accepted: { verb, path: path.map(plainPath), intent, outcome } }];
    }),
  );
}

/** Names of parameters and the number of nouns do not matter. */
function plainPath(path: string): string {
  return path
    .replaceAll(/\{[^}]*\}/g, '{}')
    .split(/([/-])/)
    .map((word) => word.replace(/ies$/, 'y').replace(/s$/, ''))
    .join('');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** Converts documents of the corpus, and those of a folder of others if `DRAGOMAN_AGIS_FOLDER` names it. */
function createConversion(folder: string): ConvertFile {
  const [convert, validator] = [createConvertFile(folder), createAgisValidator()];
  return (file) => {
    if (!file.startsWith(folderPrefix)) return convert(file);
    const other = join(process.env.DRAGOMAN_AGIS_FOLDER ?? '', file.slice(folderPrefix.length));
    return convertDocument(file, readDocument(other), validator);
  };
}

/** False for a label of a document that is not on this machine. */
function isAvailable(id: string): boolean {
  const [file = ''] = id.split(' ', 1);
  const folder = process.env.DRAGOMAN_AGIS_FOLDER;
  return (
    !file.startsWith(folderPrefix) ||
    (folder !== undefined && existsSync(join(folder, file.slice(folderPrefix.length))))
  );
}

function measure(folder: string, { progress }: BenchOptions): BenchReport {
  const all = readLabels();
  const labels = new Map([...all].filter(([id]) => isAvailable(id)));
  const convert = createConversion(folder);
  const files = [...new Set([...labels.keys()].map((id) => id.split(' ', 1)[0] ?? ''))];
  const written = new Map<string, Written>();
  for (const file of files) {
    progress(file);
    for (const { id, verb, path, intent, outcome, isLevel2 } of convert(file)) {
      const sample = { verb, path: plainPath(path), intent: digest(intent), outcome: digest(outcome) };
      written.set(id, { sample, isLevel2 });
    }
  }
  const figures: Record<string, number> = {};
  const rows = [...new Set([...labels.values()].map(({ half }) => half))].map((half) => {
    const drawn = [...labels].filter(([, label]) => label.half === half);
    const shares = qualities.map((quality) => {
      const good = drawn.filter(([id, { accepted }]) =>
        accepted[quality].includes(written.get(id)?.sample[quality] ?? '-'),
      );
      figures[`agis_conversion.${half}.${quality}`] = good.length / drawn.length;
      return `${((100 * good.length) / drawn.length).toFixed(1)} %`;
    });
    return [half, String(drawn.length), ...shares];
  });
  const level2 = [...written.values()].filter(({ isLevel2 }) => isLevel2).length;
  figures['agis_conversion.level2'] = level2 / written.size;
  return {
    tables: [
      { title: 'acceptable endpoints', columns: ['half', 'endpoints', ...qualities], rows },
      {
        title: 'endpoints without an error of level 2',
        columns: ['documents', 'endpoints', 'level 2'],
        rows: [[String(files.length), String(written.size), `${((100 * level2) / written.size).toFixed(1)} %`]],
      },
    ],
    notes: [
      'The rules were developed on the half "develop". The other rows have been read since, so they show regressions rather than quality on new documents; the figures of each at its first run are in docs/decisions/0069-outcomes-from-sentences.md, 0118-outcomes-say-less.md, 0115-a-title-is-what-the-description-acts-on.md, 0145-understood-or-less.md and 0152-draft-then-verify.md.',
      ...(labels.size < all.size
        ? [
            `${all.size - labels.size} labels are of documents outside the corpus; set DRAGOMAN_AGIS_FOLDER to their folder to include them.`,
          ]
        : []),
    ],
    figures,
  };
}

/** Generated AGIS documents against labels. */
export const agisConversion: Bench = {
  name: 'agis-conversion',
  summary: 'Verbs, paths, intents and outcomes generated for real OpenAPI documents, against labeled endpoints.',
  async run(options) {
    const folder = corpusFolder();
    return folder === undefined ? { tables: [], notes: [corpusHelp], figures: {} } : measure(folder, options);
  },
};
