/** Names of protocols as people write them. */

const protocolNames: Readonly<Record<string, string>> = {
  openapi: 'OpenAPI',
  mcp: 'MCP',
  a2a: 'A2A',
  agis: 'AGIS',
  nact: 'N-ACT',
  aidip: 'AIDIP',
  arazzo: 'Arazzo',
  http: 'HTTP',
  rest: 'REST',
};

/** The name of a protocol; an unknown one is shown as it is. */
export function protocolName(protocol: string): string {
  return protocolNames[protocol] ?? protocol;
}
