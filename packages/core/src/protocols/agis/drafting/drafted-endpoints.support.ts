/** Endpoints that are drafted for operations of a test. */
import type { JsonObject } from '@dragoman/model';
import { expect } from 'vitest';
import { readOpenApi } from '../../openapi/read.js';
import { context, validator } from '../agis.support.js';
import { writeAgis } from '../write.js';

/** The responses of an operation that says nothing about them. */
export const done = { 200: { description: 'Done' } };

/** The endpoints of a document, as "VERB path: intent → outcome". */
export function endpointsOf(paths: JsonObject, server = 'https://harbor.example'): string[] {
  const document = { openapi: '3.1.0', info: { title: 'QuayHUB', version: '1' }, servers: [{ url: server }], paths };
  const entry = readOpenApi(document, context).value ?? expect.fail('not read');
  const endpoints = writeAgis(entry, { validator }).document.endpoints as JsonObject[];
  return endpoints.map(({ method, path, semantic }) => {
    const { intent, outcome } = semantic as JsonObject;
    return `${String(method)} ${String(path)}: ${String(intent)} → ${String(outcome)}`;
  });
}

/** The endpoint of one operation, with its path parameters declared. */
export function endpointOf(path: string, method: string, operation: JsonObject, server?: string): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: {} }));
  const [first = ''] = endpointsOf({ [path]: { [method]: { parameters, responses: done, ...operation } } }, server);
  return first;
}
