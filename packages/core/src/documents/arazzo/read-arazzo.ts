/**
 * Arazzo 1.0 document → workflows that can be run. Every problem is reported at once with its location; members that
 * cannot be run as written are rejected rather than ignored.
 */

import { defaultJsonLimits, exceedsLimits } from '@dragoman/documents';
import type { Checked, JsonValue } from '@dragoman/model';
import { hasErrors, isJsonObject } from '@dragoman/model';
import { findCircles } from './find-circles.js';
import type { Place } from './place.js';
import { below, createArazzoFindings, memberOf, readName, readObject, readObjects, readText } from './place.js';
import type { DocumentContext } from './read-context.js';
import { readWorkflow } from './read-workflow.js';
import type { ArazzoAgent, ArazzoDocument, DescribedWorkflow } from './workflow.js';
import { arazzoLimits } from './workflow.js';

/** The reader's context. */
export interface ArazzoReading {
  /** Address or file that the document came from. */
  uri?: string;
  /** Origins of this registry itself. */
  ownOrigins?: readonly string[];
  /** Services for descriptions elsewhere, by the address that the document uses for them. */
  sources?: ReadonlyMap<string, string>;
}

/** Reads and checks a document; no value when it has an error. */
export function readArazzo(document: JsonValue, reading: ArazzoReading = {}): Checked<ArazzoDocument> {
  const findings = createArazzoFindings(reading.uri);
  if (!isJsonObject(document)) {
    findings.report('arazzo/not-an-object', '');
    return { diagnostics: findings.list() };
  }
  const exceeded = exceedsLimits(document, defaultJsonLimits);
  if (exceeded !== undefined) {
    findings.report('arazzo/too-many', '', { limit: defaultJsonLimits[exceeded] });
    return { diagnostics: findings.list() };
  }
  const value = readDocument({ object: document, pointer: '', findings }, reading);
  const diagnostics = findings.list();
  return { ...(hasErrors(diagnostics) ? {} : { value }), diagnostics };
}

function readDocument(place: Place, reading: ArazzoReading): ArazzoDocument {
  const version = readText(place, 'arazzo', { required: true, limit: arazzoLimits.name });
  if (version !== undefined && !/^1\.0\.\d+$/.test(version)) place.findings.report('arazzo/version', '/arazzo');
  const info = readObject(place, 'info', true);
  const title = info && readText(info, 'title', { required: true, limit: arazzoLimits.name });
  const release = info && readText(info, 'version', { required: true, limit: arazzoLimits.name });
  const summary = info && readText(info, 'summary');
  const description = info && readText(info, 'description');
  const sources = readSources(place, reading);
  const agent = readAgent(place);
  const workflows = readWorkflows(place, { sources, components: readObject(place, 'components') });
  for (const { at, name } of findCircles(workflows)) place.findings.report('arazzo/circle', at, { name });
  return {
    title: title ?? '',
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    version: release ?? '',
    agent,
    workflows,
  };
}

function readSources(place: Place, { ownOrigins = [], sources: known }: ArazzoReading): Map<string, string> {
  const sources = new Map<string, string>();
  for (const item of readObjects(place, 'sourceDescriptions', { required: true, limit: arazzoLimits.sources })) {
    const name = readName(item, 'name');
    const url = readText(item, 'url', { required: true });
    const agent = url === undefined ? undefined : (known?.get(url) ?? agentOf(url, ownOrigins));
    if (url !== undefined && agent === undefined) item.findings.report('arazzo/remote-source', below(item, 'url'));
    if (name === undefined || agent === undefined) continue;
    if (sources.has(name)) item.findings.report('arazzo/duplicate', below(item, 'name'), { name });
    sources.set(name, agent);
  }
  return sources;
}

/** The service that an address refers to; undefined when the address is external. */
function agentOf(url: string, ownOrigins: readonly string[]): string | undefined {
  const own = ownOrigins.find((origin) => url.startsWith(`${origin}/`));
  const path = own === undefined ? url : url.slice(own.length);
  const [, encoded] = /^\/agents\/([^/?#]+?)(?:\/openapi\.json)?$/.exec(path) ?? [];
  if (encoded === undefined) return own !== undefined || /^(?:https?:|file:|\.{0,2}\/)/i.test(path) ? undefined : path;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

function readAgent(place: Place): ArazzoAgent {
  const agent = readObject(place, 'x-agent');
  return {
    ...(agent === undefined ? {} : readId(agent)),
    capabilities: agent === undefined ? [] : readLabels(agent, 'capabilities'),
    tags: agent === undefined ? [] : readLabels(agent, 'tags'),
    // Every protocol declares the visibility of a description at its top level; here the extension may declare it too.
    ...readAccess(place),
    ...(agent === undefined ? {} : readAccess(agent)),
  };
}

function readId(agent: Place): Pick<ArazzoAgent, 'id'> {
  const id = readText(agent, 'id', { limit: arazzoLimits.name });
  if (id === undefined) return {};
  const reserved = ['search', 'public', 'resolve'].includes(id);
  if (reserved || !/^[A-Za-z0-9][A-Za-z0-9._:-]*$/.test(id)) {
    agent.findings.report('arazzo/wrong-type', '/x-agent/id', { expected: 'a slug such as "weather-tool", or a URN' });
  }
  return { id };
}

function readAccess(place: Place): Pick<ArazzoAgent, 'visibility' | 'grants'> {
  const visibility = memberOf(place.object, 'visibility');
  if (visibility !== undefined && visibility !== 'public' && visibility !== 'private') {
    place.findings.report('arazzo/wrong-type', below(place, 'visibility'), { expected: '"public" or "private"' });
  }
  const grants = memberOf(place.object, 'grants') === undefined ? undefined : readLabels(place, 'grants');
  if (grants?.some((grant) => !/^(?:caller|scope):./.test(grant)) === true) {
    const expected = 'a list of "caller:<subject>" and "scope:<scope>"';
    place.findings.report('arazzo/wrong-type', below(place, 'grants'), { expected });
  }
  return {
    ...(visibility === 'public' || visibility === 'private' ? { visibility } : {}),
    ...(grants === undefined ? {} : { grants }),
  };
}

function readLabels(place: Place, name: string): string[] {
  const value = memberOf(place.object, name);
  if (value === undefined) return [];
  const labels = Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
  const fits = Array.isArray(value) && labels.length === value.length && labels.length <= arazzoLimits.list;
  if (fits && labels.every((label) => label.trim() !== '' && label.length <= 100)) return labels;
  const expected = `an array of at most ${arazzoLimits.list} labels of at most 100 characters`;
  place.findings.report('arazzo/wrong-type', below(place, name), { expected });
  return [];
}

function readWorkflows(place: Place, known: Omit<DocumentContext, 'workflows'>): DescribedWorkflow[] {
  const items = readObjects(place, 'workflows', { required: true, limit: arazzoLimits.workflows });
  const named = items.map((item) => ({ item, workflowId: readName(item, 'workflowId') }));
  const ids = new Set<string>();
  for (const { item, workflowId } of named) {
    if (workflowId === undefined) continue;
    if (ids.has(workflowId)) {
      item.findings.report('arazzo/duplicate', below(item, 'workflowId'), { name: workflowId });
    }
    ids.add(workflowId);
  }
  return named.map(({ item, workflowId }) => readWorkflow(item, workflowId ?? '', { ...known, workflows: ids }));
}
