/** The groups of routes, in reading order for a new user. */

/** One group of routes. */
export interface Tag {
  name: string;
  description: string;
}

/** Every group; the tag of a route must be listed here. */
export const tags: readonly Tag[] = [
  { name: 'discovery', description: 'Find services: list, search, read one.' },
  { name: 'invocation', description: 'Call services, and read the state and results of background calls.' },
  { name: 'tools', description: 'Every operation as an N-ACT tool with locked versions: list, read, call.' },
  { name: 'toolsets', description: 'Choose tools for a task, pin their versions, track vendor changes, export.' },
  { name: 'agis', description: 'Every service as an AGIS document, and calls by AGIS method and path.' },
  { name: 'registration', description: 'Register, update, delete and restore services; read stored versions.' },
  { name: 'imports', description: 'Import several descriptions at once, or fetch them from URLs on a schedule.' },
  { name: 'description', description: 'Descriptions of this server, for programs and for AI agents.' },
  { name: 'administration', description: 'API keys and the audit log; for operators.' },
  { name: 'operation', description: 'Health probes, metrics and events.' },
];
