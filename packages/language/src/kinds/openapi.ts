/** OpenAPI 3.x and Swagger 2.0 documents: the linter's findings with quick fixes, and the intelligence of the format. */
import { parseJsonText, parseYamlText } from '@dragoman/documents';
import type { LintFinding, LintReport } from '@dragoman/lint';
import { fixDocument } from '@dragoman/lint';
import type { Diagnostic } from '@dragoman/model';
import type { LanguageDiagnostic, LanguageService, OutlineItem } from '../service/language-service.js';
import { openApiFormat } from '../shapes/openapi.js';
import { typeAt } from '../shapes/shape.js';
import type { CursorContext } from '../structure/cursor-context.js';
import type { StructureNode } from '../structure/node.js';
import { childOf, nodeAt, textAt } from '../structure/node.js';
import { looksLikeJson } from '../structure/scan-text.js';
import type { OwnValue } from '../structured/complete-members.js';
import { describeNode } from '../structured/explain.js';
import { editsBetween } from '../text/edits.js';
import { createOffsets } from '../text/offsets.js';
import { rememberLast } from '../text/remember-last.js';
import { draftFix } from './draft-fixes.js';
import { createStructuredService, outlineItem } from './structured-service.js';

/** Creates the service; `lint` gives the report of a text and keeps the last one. */
export function createOpenApiService(lint: (text: string) => LintReport): LanguageService {
  return createStructuredService({
    kind: 'openapi',
    format: openApiFormat,
    check: rememberLast((text) => checkText(text, lint(text))),
    fix: (text, diagnostics) => fixText(text, lint(text), diagnostics),
    findValues,
    findNames,
    findDefinition,
    outline,
  });
}

const limits = { bytes: 64 * 1024 * 1024, depth: 128, values: 3_000_000 };

function checkText(text: string, report: LintReport): LanguageDiagnostic[] {
  const rangeOf = createOffsets(text);
  if (report.target === undefined) {
    const { diagnostics } = (looksLikeJson(text) ? parseJsonText : parseYamlText)(text, { limits });
    const found: readonly Diagnostic[] = diagnostics.length > 0 ? diagnostics : report.findings;
    return found.map(({ code, severity, message, help, location }) => ({
      ...rangeOf(location),
      ...{ code, severity, message, help, pointer: location.pointer, key: `${code} ${message}` },
    }));
  }
  return report.findings.map((finding) => {
    const { severity, code, message, help, location, operation, fingerprint } = finding;
    const fix = finding.fix ?? draftFix(finding, report.place);
    const { start, end } = rangeOf(location);
    const { pointer } = location;
    // Member by member: there are thousands of them at every keystroke, and object spread is much slower.
    const found: LanguageDiagnostic = { start, end, severity, code, message, help, pointer, key: fingerprint };
    if (operation !== undefined) found.operation = operation;
    if (fix !== undefined) found.fix = fix.description;
    return found;
  });
}

function fixText(text: string, report: LintReport, diagnostics: readonly LanguageDiagnostic[]) {
  const keys = new Set(diagnostics.map(({ key }) => key));
  const chosen = report.findings
    .filter(({ fingerprint }) => keys.has(fingerprint))
    .map((finding): LintFinding => {
      const fix = finding.fix ?? draftFix(finding, report.place);
      return fix === undefined ? finding : { ...finding, fix };
    });
  return editsBetween(text, fixDocument(text, chosen).text);
}

/** The parts of the components by the type of the object that refers to them. */
const componentsOf: Readonly<Record<string, string>> = {
  Schema: 'schemas',
  Response: 'responses',
  Parameter: 'parameters',
  Example: 'examples',
  RequestBody: 'requestBodies',
  Header: 'headers',
  SecurityScheme: 'securitySchemes',
  Link: 'links',
  PathItem: 'pathItems',
};

const escapeName = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

function findValues({ path, typed }: CursorContext, root: StructureNode): OwnValue[] {
  const key = path.at(-1);
  if (key === '$ref') {
    const group = componentsOf[typeAt(openApiFormat, path.slice(0, -1)) ?? ''] ?? 'schemas';
    const swagger = group === 'schemas' ? 'definitions' : group;
    return [
      ...listNames(nodeAt(root, ['components', group])).map((each) => ({
        ...each,
        value: `#/components/${group}/${escapeName(each.value)}`,
      })),
      ...listNames(childOf(root, swagger)).map((each) => ({
        ...each,
        value: `#/${swagger}/${escapeName(each.value)}`,
      })),
    ];
  }
  if (path.at(-2) === 'tags' && path[0] === 'paths') return listTags(root, typed);
  if (key === 'operationId' && path.includes('links')) return listOperationIds(root);
  return [];
}

function listNames(node: StructureNode | undefined): OwnValue[] {
  return (node?.children ?? []).map((child) => ({ value: child.key ?? '', documentation: describeNode(child) }));
}

function listTags(root: StructureNode, typed: string): OwnValue[] {
  const declared = (childOf(root, 'tags')?.children ?? []).flatMap((tag) => {
    const value = textAt(tag, 'name');
    return value === undefined ? [] : [{ value, documentation: describeNode(tag) }];
  });
  const used = new Set(
    listOperations(root).flatMap(({ node }) =>
      (childOf(node, 'tags')?.children ?? []).flatMap(({ value }) => value ?? []),
    ),
  );
  const known = new Set(declared.map(({ value }) => value));
  return [
    ...declared,
    ...[...used].filter((value) => !known.has(value) && value !== typed).map((value) => ({ value })),
  ];
}

function listOperationIds(root: StructureNode): OwnValue[] {
  return listOperations(root).flatMap(({ node, label }) => {
    const value = textAt(node, 'operationId');
    return value === undefined ? [] : [{ value, detail: label }];
  });
}

const statuses: readonly (readonly [string, string])[] = [
  ['200', 'The request succeeded.'],
  ['201', 'Something was created.'],
  ['202', 'The work continues in the background.'],
  ['204', 'Succeeded, without a body.'],
  ['304', 'Not changed since the given version.'],
  ['400', 'The request is malformed.'],
  ['401', 'Credentials are missing or invalid.'],
  ['403', 'The caller may not do this.'],
  ['404', 'There is no such resource.'],
  ['409', 'The state of the resource does not allow it.'],
  ['412', 'The resource was changed meanwhile.'],
  ['422', 'A value of the request is invalid.'],
  ['429', 'Too many requests.'],
  ['500', 'The service failed.'],
  ['503', 'The service is not available now.'],
  ['default', 'Every other status.'],
];

const mediaTypes = [
  'application/json',
  'application/problem+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
  'text/event-stream',
  'application/octet-stream',
];

function findNames({ path }: CursorContext, root: StructureNode): OwnValue[] {
  const type = typeAt(openApiFormat, path);
  if (type === 'Response{}' && path[0] === 'paths')
    return statuses.map(([value, documentation]) => ({ value, documentation }));
  if (type === 'Media{}') return mediaTypes.map((value) => ({ value }));
  if (type === 'Requirement') return listNames(nodeAt(root, ['components', 'securitySchemes']));
  return [];
}

function findDefinition(value: string, path: readonly string[], root: StructureNode): StructureNode | undefined {
  if (path.includes('security')) return nodeAt(root, ['components', 'securitySchemes', value]);
  if (path.at(-2) === 'tags') return childOf(root, 'tags')?.children.find((tag) => textAt(tag, 'name') === value);
  if (path.at(-1) === 'operationId')
    return listOperations(root).find(({ node }) => textAt(node, 'operationId') === value)?.node;
  return undefined;
}

const methods = new Set(['get', 'put', 'post', 'delete', 'patch', 'options', 'head', 'trace', 'query']);

function listOperations(root: StructureNode): { node: StructureNode; label: string }[] {
  return (childOf(root, 'paths')?.children ?? []).flatMap((path) =>
    path.children
      .filter(({ key }) => methods.has(key ?? ''))
      .map((node) => ({ node, label: `${node.key?.toUpperCase()} ${path.key}` })),
  );
}

function outline(root: StructureNode): OutlineItem[] {
  const groups = [
    ...(childOf(root, 'components')?.children ?? []),
    ...root.children.filter(({ key }) => key === 'definitions'),
  ];
  return root.children.flatMap((node): OutlineItem[] => {
    if (node.key === 'paths')
      return [outlineItem(node, { name: 'paths', kind: 'section', children: outlineOperations(root) })];
    if (node.key === 'components' || node.key === 'definitions') {
      const own = node.key === 'definitions' ? [node] : groups.filter(({ key }) => key !== 'definitions');
      return own.map((group) =>
        outlineItem(group, { name: group.key ?? '', kind: 'section', children: outlineParts(group) }),
      );
    }
    const detail = node.key === 'info' ? textAt(node, 'title') : undefined;
    return [outlineItem(node, { name: node.key ?? '', kind: 'section', detail })];
  });
}

function outlineOperations(root: StructureNode): OutlineItem[] {
  return listOperations(root).map(({ node, label }) =>
    outlineItem(node, {
      name: label,
      kind: 'operation',
      detail: textAt(node, 'operationId') ?? textAt(node, 'summary'),
    }),
  );
}

function outlineParts(group: StructureNode): OutlineItem[] {
  const kind = group.key === 'schemas' || group.key === 'definitions' ? 'schema' : 'component';
  return group.children.map((node) => outlineItem(node, { name: node.key ?? '', kind, detail: textAt(node, 'type') }));
}
