/** The part of pass 5 that checks `mcp_tool_name`: its form, and that tool names are unique within the service. */
import type { Findings } from '../finding.js';
import type { EndpointView, PassContext } from '../pass.js';
import type { CompletenessCode } from './semantic-completeness-rules.js';

/** The tool name of an endpoint without `mcp_tool_name` (AGIS App. C.2). */
export function generatedToolName({ method, path }: Pick<EndpointView, 'method' | 'path'>): string | undefined {
  const segment = path?.split('/')[1];
  if (method === undefined || segment === undefined || segment === '') return undefined;
  return `${method}_${segment}`.toLowerCase();
}

/** Reports invalid and duplicate names. Two generated names may be equal, because a converter can make them unique. */
export function checkToolNames({ endpoints, locate }: PassContext, findings: Findings<CompletenessCode>): void {
  const stated = endpoints.filter(({ semantic }) => semantic?.mcp_tool_name !== undefined);
  if (stated.length === 0) return;
  for (const endpoint of stated) checkForm(endpoint, findings);
  const owners = new Map<string, EndpointView>();
  for (const endpoint of endpoints) {
    const name = endpoint.semantic?.mcp_tool_name === undefined ? generatedToolName(endpoint) : undefined;
    if (name !== undefined) owners.set(name, endpoint);
  }
  for (const endpoint of stated) {
    const name = endpoint.semantic?.mcp_tool_name;
    if (typeof name !== 'string') continue;
    const other = owners.get(name);
    owners.set(name, endpoint);
    if (other === undefined) continue;
    findings.report('agis/tool-name-twice', {
      pointer: `${endpoint.pointer}/semantic/mcp_tool_name`,
      element: name,
      parameters: { value: name, endpoint: endpoint.label, other: other.label },
      related: [locate(other.pointer)],
    });
  }
}

function checkForm({ semantic, pointer }: EndpointView, findings: Findings<CompletenessCode>): void {
  const value = semantic?.mcp_tool_name;
  if (typeof value === 'string' && /^[a-z0-9][a-z0-9_-]*$/.test(value)) return;
  const written = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  const right = written
    .slice(0, 100)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .toLowerCase();
  const at = `${pointer}/semantic/mcp_tool_name`;
  const fix = { description: `write ${right}`, pointer: at, value: right };
  const parameters = { value: written, right };
  findings.report('agis/tool-name', { pointer: at, element: written, parameters, ...(right === '' ? {} : { fix }) });
}
