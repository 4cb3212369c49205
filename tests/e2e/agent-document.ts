/** A small valid AIDIP document with a unique id, for tests. */
export function agentDocument(id: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id,
    name: `Agent ${id}`,
    description: 'Gives high and low water for a harbour and a day.',
    version: '1.0.0',
    publisher: 'Harbour Office',
    capabilities: ['tide_forecast'],
    tags: ['sea'],
    endpoint: 'https://tides.example.com/invoke',
    inputs: { type: 'object', properties: { harbour: { type: 'string' } } },
    outputs: { type: 'object' },
    ...more,
  };
}
