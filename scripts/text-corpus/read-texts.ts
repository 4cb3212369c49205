/** Every description, summary and title of the corpus, once each: of operations, tools, parameters and schemas. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { readJsonLines } from '../../bench/corpus.js';

/** Texts by their kind; a text that occurs twice has the first kind. */
export type TextsByKind = Map<string, 'operation' | 'tool' | 'service' | 'parameter'>;

interface ListedOperation {
  summary?: string;
  description?: string;
}

interface Tool {
  description?: string;
  parameters?: JsonValue;
}

/** Adds the texts of the list of operations and of the tool retrieval sets. */
export function addListedTexts(texts: TextsByKind, corpus: string): void {
  const add = (text: unknown, kind: 'operation' | 'tool') => {
    if (typeof text === 'string' && text.trim() !== '' && !texts.has(text)) texts.set(text, kind);
  };
  for (const { summary, description } of readJsonLines<ListedOperation>(join(corpus, 'operations.jsonl.gz'))) {
    add(summary, 'operation');
    add(description, 'operation');
  }
  const train = join(corpus, 'retrieval', 'train');
  for (const file of readdirSync(train).filter((name) => name.endsWith('.gz'))) {
    for (const { positive } of readJsonLines<{ positive: Tool }>(join(train, file))) add(positive.description, 'tool');
  }
  const dev = join(corpus, 'retrieval', 'dev');
  for (const set of readdirSync(dev)) {
    for (const { description, parameters } of readJsonLines<Tool>(join(dev, set, 'corpus.jsonl.gz'))) {
      add(description, 'tool');
      addSchemaTexts(texts, parameters);
    }
  }
}

/** Adds the texts of an entry that was read from a document of the corpus. */
export function addEntryTexts(texts: TextsByKind, entry: Entry): void {
  const add = (text: string | undefined, kind: 'operation' | 'service') => {
    if (text !== undefined && text.trim() !== '' && !texts.has(text)) texts.set(text, kind);
  };
  add(entry.name, 'service');
  add(entry.description, 'service');
  for (const { summary, description, outcome, input, output } of entry.operations) {
    for (const text of [summary, description, outcome]) add(text, 'operation');
    addSchemaTexts(texts, input);
    addSchemaTexts(texts, output);
  }
}

const members: ReadonlySet<string> = new Set(['description', 'title', '$comment']);

function addSchemaTexts(texts: TextsByKind, schema: JsonValue | undefined): void {
  if (Array.isArray(schema)) for (const each of schema) addSchemaTexts(texts, each);
  if (!isJsonObject(schema)) return;
  for (const [name, value] of Object.entries(schema)) {
    if (typeof value !== 'string' || !members.has(name)) addSchemaTexts(texts, value);
    else if (value.trim() !== '' && !texts.has(value)) texts.set(value, 'parameter');
  }
}
