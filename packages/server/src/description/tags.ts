/** The groups of routes, in the order in which a newcomer should read them. */

/** One group of routes. */
export interface Tag {
  name: string;
  description: string;
}

/** Every group; a route's tag must stand here. */
export const tags: readonly Tag[] = [
  { name: 'discovery', description: 'Find and read agents: list, search, read one.' },
  { name: 'invocation', description: 'Call agents, and ask for what became of calls in the background.' },
  { name: 'tools', description: 'Every operation as an N-ACT tool with locked versions: list, read, run.' },
  { name: 'toolsets', description: 'Choose tools for a task, pin their versions, follow what vendors change, export.' },
  { name: 'agis', description: 'Every agent as an AGIS document, and calls by AGIS method and path.' },
  { name: 'registration', description: 'Register, update, delete and restore agents; look at kept versions.' },
  { name: 'imports', description: 'Bring in several descriptions at once, or from addresses on a schedule.' },
  { name: 'description', description: 'What this server says of itself, for programs and for agents.' },
  { name: 'administration', description: 'API keys and the audit log; for operators.' },
  { name: 'operation', description: 'Health and metrics, for the machinery around the server.' },
];
