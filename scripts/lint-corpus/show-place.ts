/** Shows the context of a finding for review: the operation in one line, and the text at the location. */
import { getPointer } from '../../packages/documents/src/index.js';
import type { ApiOperation } from '../../packages/lint/src/index.js';
import { defaultSettings, readApi } from '../../packages/lint/src/index.js';
import type { JsonObject } from '../../packages/model/src/index.js';

/** Shows locations of one document. */
export type ShowPlace = (pointer: string) => string;

/** Creates the view of one document. */
export function createShowPlace(root: JsonObject): ShowPlace {
  const api = readApi(root, defaultSettings);
  const operations = new Map(api.operations.map((each) => [each.pointer, each]));
  return (pointer) => {
    const steps = pointer.split('/');
    const operation = operations.get(steps.slice(0, 4).join('/'));
    const parent = getPointer(root, steps.slice(0, -1).join('/'));
    const siblings = typeof parent === 'object' && parent !== null ? Object.keys(parent).slice(0, 14).join(' ') : '';
    const place = cut(JSON.stringify(getPointer(root, pointer)), operation?.pointer === pointer ? 0 : 300);
    const names = (node: ApiOperation['input']) =>
      node === undefined
        ? '-'
        : `${String(node.schema.type ?? '?')}{${[...api.properties(node).keys()].slice(0, 14).join(' ')}}`;
    const line =
      operation === undefined
        ? `beside: ${siblings}`
        : [
            `${operation.method.toUpperCase()} ${operation.path} id=${operation.id ?? '-'}`,
            `S:${cut(operation.summary, 120)} D:${cut(operation.description, 200)}`,
            `P:${cut(operation.parameters.map((each) => `${each.name}(${each.in})`).join(' '), 120)}`,
            `in:${names(operation.input)} out:${names(operation.output)} st:${operation.responses.map(({ status }) => status).join(',')}`,
          ].join(' | ');
    return `${line}${place === '' ? '' : `\n      = ${place}`}`;
  };
}

function cut(text: string | undefined, most: number): string {
  const line = (text ?? '').replace(/\s+/g, ' ');
  return line.length > most ? `${line.slice(0, most)}${most === 0 ? '' : '…'}` : line;
}
