/** Reads documents of the corpus and converts them to AGIS, endpoint by endpoint, for labels and draws. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createAgisValidator, parseAgis } from '@dragoman/agis';
import { readDescription, writeAgis } from '@dragoman/core/conversion';
import type { JsonObject, JsonValue, Operation } from '@dragoman/model';
import { parse as parseYaml } from 'yaml';
import { readServices, toDocument } from './drawn-operations.js';

/** An endpoint of a generated document, and the operation that it was generated from. */
export interface ConvertedEndpoint {
  /** File, HTTP method and the path of the address. */
  id: string;
  verb: string;
  path: string;
  intent: string;
  outcome: string;
  /** True when the endpoint has no error of level 2. */
  isLevel2: boolean;
  operation: Operation;
}

/** Converts one file of the corpus, or one service of its operations. */
export type ConvertFile = (file: string) => ConvertedEndpoint[];

/** Creates the conversion, which reads the corpus once. */
export function createConvertFile(folder: string): ConvertFile {
  const [validator, services] = [createAgisValidator(), readServices(folder)];
  return (file) => {
    const operations = services.get(file);
    const document = operations === undefined ? readDocument(join(folder, 'openapi', file)) : toDocument(operations);
    return convertDocument(file, document, validator);
  };
}

/** Reads a JSON or YAML document, gzipped or not. */
export function readDocument(file: string): JsonValue {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  const isJson = /\.json(?:\.gz)?$/.test(file);
  return (isJson ? JSON.parse(text) : parseYaml(text, { maxAliasCount: -1, uniqueKeys: false })) as JsonValue;
}

/** Converts a whole document; the ids of its endpoints begin with the name of the file. */
export function convertDocument(
  file: string,
  document: JsonValue,
  validator: ReturnType<typeof createAgisValidator>,
): ConvertedEndpoint[] {
  const { value } = readDescription(document, { at: '2026-01-01T00:00:00.000Z', strict: false, ownOrigins: [] });
  if (value === undefined) return [];
  const { document: written, endpoints } = writeAgis(value, { validator });
  const source = parseAgis(new TextEncoder().encode(JSON.stringify(written))).value;
  const findings = source === undefined ? [] : validator.validate(source, { level: 2 }).findings;
  const failed = new Set(
    findings
      .filter(({ severity }) => severity === 'error')
      .map(({ location }) => /^\/endpoints\/(\d+)/.exec(location.pointer)?.[1]),
  );
  return (written.endpoints as JsonObject[]).flatMap((endpoint, at) => {
    const operation = endpoints[at]?.operation;
    if (operation?.binding.kind !== 'http') return [];
    const { method, urlTemplate } = operation.binding;
    const { intent, outcome } = endpoint.semantic as JsonObject;
    return [
      {
        id: `${file} ${method} ${urlTemplate.replace(/^https?:\/\/[^/]*/, '')}`,
        verb: String(endpoint.method),
        path: String(endpoint.path),
        intent: String(intent),
        outcome: String(outcome),
        isLevel2: !failed.has(String(at)),
        operation,
      },
    ];
  });
}
