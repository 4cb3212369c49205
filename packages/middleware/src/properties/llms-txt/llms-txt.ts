/**
 * Serves the API's documentation (PROF-DISC-01 to -04): `/openapi.json`, `/llms.txt` generated from the same document,
 * and the RFC 9727 API catalog that links both. None of it depends on the caller or on user-supplied text.
 */

import { writeApiText } from '@dragoman/core/descriptions';
import { linkHeader } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { wholeResponse } from '../../calls/answer.js';
import { isRead } from '../../calls/is-read.js';
import { sentPath } from '../../calls/path-pattern.js';
import { defineProperty, type Property } from '../../calls/property.js';
import { tagAnswer } from '../conditional/tag-answer.js';

/** What is served, and where. */
export interface LlmsTxtOptions {
  /** The parsed OpenAPI document of the API. */
  description: object;
  /** URL of the text; `/llms.txt` by default. */
  path?: string;
  /** URL of the document; `/openapi.json` by default, false when the host serves it itself. */
  descriptionPath?: string | false;
  /** Sentences before the operations. */
  lead?: readonly string[];
}

interface Page {
  body: Uint8Array<ArrayBuffer>;
  type: string;
  link?: string;
}

/** Media type of an API catalogue (RFC 9727 §4.1, RFC 9264). */
const catalogueType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

const cataloguePath = '/.well-known/api-catalog';

/**
 * Creates the property; the texts are generated once, with everything that the other properties of the application add.
 * Everything else is passed to the handler.
 */
export function createLlmsTxt(options: LlmsTxtOptions): Property {
  let pages = writePages(options);
  return defineProperty(
    (next) => async (request, call) => {
      const page = isRead(request) ? pages.get(sentPath(request)) : undefined;
      return page === undefined ? next(request, call) : tagAnswer(request, answerPage(page));
    },
    {
      useDescription(complete) {
        pages = writePages({ ...options, description: complete(options.description) });
      },
    },
  );
}

function writePages({ description, path = '/llms.txt', descriptionPath = '/openapi.json', lead = [] }: LlmsTxtOptions) {
  const api = description as JsonObject;
  const whole =
    descriptionPath === false ? [] : [`The full description is at [${descriptionPath}](${descriptionPath}).`];
  const pages = new Map<string, Page>();
  pages.set(path, { body: encode(writeApiText(api, [...lead, ...whole])), type: 'text/plain; charset=utf-8' });
  if (descriptionPath === false) return pages;
  pages.set(descriptionPath, { body: encode(`${JSON.stringify(api)}\n`), type: 'application/json' });
  pages.set(cataloguePath, cataloguePage(path, descriptionPath));
  return pages;
}

function cataloguePage(path: string, descriptionPath: string): Page {
  const linkset = [
    {
      anchor: '/',
      'service-desc': [{ href: descriptionPath, type: 'application/json' }],
      'service-doc': [{ href: path, type: 'text/plain' }],
    },
  ];
  const link = linkHeader([{ rel: 'api-catalog', target: cataloguePath }]) ?? '';
  return { body: encode(JSON.stringify({ linkset })), type: catalogueType, link };
}

function answerPage({ body, type, link }: Page): Response {
  const headers = {
    'Content-Type': type,
    'Content-Length': String(body.byteLength),
    'Cache-Control': 'public, max-age=60',
    'X-Content-Type-Options': 'nosniff',
    ...(link === undefined ? {} : { Link: link }),
  };
  return wholeResponse(body, { status: 200, headers });
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
