/**
 * Measures the inspection of third-party text: false alarms on every text of the corpus, and recall on the hostile
 * texts of the tests. Rules are tuned on one half of both (`--half tune`); the other half is measured only. Run manually.
 */
import { createHash } from 'node:crypto';
import { findSuspicions } from '@dragoman/core/http';
import { corpusFolder, corpusHelp } from '../bench/corpus.js';
import { hostileTexts } from '../packages/core/src/gateway/fixtures/hostile-texts.js';
import { unseenHostileTexts } from '../packages/core/src/gateway/fixtures/unseen-hostile-texts.js';
import { countFaces, emptyFaces } from './text-corpus/count-faces.js';
import type { TextsByKind } from './text-corpus/read-texts.js';
import { addEntryTexts, addListedTexts } from './text-corpus/read-texts.js';
import { readEntries } from './tool-corpus/read-entries.js';

/** The half of a text: decided by its own hash, so that it does not depend on order or number of texts. */
function halfOf(text: string): 'tune' | 'measure' {
  return (createHash('sha256').update(text).digest()[0] ?? 0) % 2 === 0 ? 'tune' : 'measure';
}

function share(count: number, all: number): string {
  return `${count} of ${all} (${all === 0 ? '0' : ((100 * count) / all).toFixed(3)} %)`;
}

function reportAlarms(texts: TextsByKind, half: string | undefined): void {
  for (const each of ['tune', 'measure'] as const) {
    const mine = [...texts].filter(([text]) => halfOf(text) === each);
    const found = mine.flatMap(([text, kind]) => findSuspicions(text).map((match) => ({ ...match, kind, text })));
    const alarms = new Set(found.map(({ text }) => text)).size;
    console.log(`false alarms, half "${each}": ${share(alarms, mine.length)}`);
    for (const kind of new Set(texts.values())) {
      const ofKind = mine.filter(([, own]) => own === kind).length;
      const flagged = new Set(found.filter((row) => row.kind === kind).map(({ text }) => text)).size;
      console.log(`  ${kind}: ${share(flagged, ofKind)}`);
    }
    // The texts of the other half stay unread until the rules are final.
    if (half === each) for (const { code, kind, words } of found) console.log(`  ${code} [${kind}] ${words}`);
  }
}

function reportRecall(name: string, texts: readonly string[], isShown: (text: string) => boolean): void {
  const missed = texts.filter((text) => findSuspicions(text).length === 0);
  console.log(`recall, ${name}: ${texts.length - missed.length} of ${texts.length}`);
  for (const text of missed.filter(isShown)) console.log(`  missed: ${text}`);
}

async function measure(corpus: string, half: string | undefined): Promise<void> {
  const texts: TextsByKind = new Map();
  const faces = emptyFaces();
  addListedTexts(texts, corpus);
  for await (const { entry } of readEntries(corpus)) {
    addEntryTexts(texts, entry);
    await countFaces(faces, entry);
  }
  reportAlarms(texts, half);
  for (const [face, { services, texts: left, of }] of Object.entries(faces)) {
    console.log(`left out, ${face}: ${left} texts of ${of} operations in ${services} services`);
  }
  for (const each of ['tune', 'measure'] as const) {
    const mine = hostileTexts.filter((text) => halfOf(text) === each);
    reportRecall(`hostile texts of the tests, half "${each}"`, mine, () => half === each);
  }
  reportRecall('unseen hostile texts', unseenHostileTexts, () => half === 'measure');
}

const corpus = corpusFolder();
if (corpus === undefined) {
  console.error(corpusHelp);
  process.exitCode = 2;
} else {
  const at = process.argv.indexOf('--half');
  await measure(corpus, at < 0 ? undefined : process.argv[at + 1]);
}
