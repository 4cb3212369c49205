/** The operations that one task needs, so that an agent reads a small part of the description and never the whole. */

/** One task. */
export interface Task {
  name: string;
  description: string;
  /** Ids of its operations, in the order in which they are used. */
  operations: readonly string[];
}

/** The tasks, in reading order for a new user. */
export const tasks: readonly Task[] = [
  {
    name: 'find-and-call',
    description: 'Find the operation for a task in words, read it, preview it and call it.',
    operations: ['agents_resolve', 'agents_search', 'agents_read', 'agents_invoke_operation'],
  },
  {
    name: 'follow-calls',
    description: 'Follow background calls and calls that wait for a person.',
    operations: [
      'operations_list',
      'operations_read',
      'operations_result_read',
      'operations_cancel',
      'approvals_read',
      'traces_read',
    ],
  },
  {
    name: 'add-services',
    description: 'Import descriptions of services once or on a schedule, and read what was imported.',
    operations: ['imports_create', 'sources_create', 'sources_list', 'sources_read', 'sources_refresh', 'agents_read'],
  },
  {
    name: 'give-credentials',
    description: 'Store the credentials that calls of a service need.',
    operations: [
      'agent_credentials_list',
      'agent_credentials_add',
      'agent_credentials_replace',
      'agent_credentials_remove',
    ],
  },
  {
    name: 'design-a-toolset',
    description: 'Choose tools for a task, save them with pinned versions, and take over changes of vendors.',
    operations: [
      'tool_choices_list',
      'toolsets_create',
      'toolsets_list',
      'toolsets_read',
      'toolsets_replace',
      'toolsets_updates_list',
    ],
  },
  {
    name: 'call-tools',
    description: 'List, read and call the tools of a toolset.',
    operations: ['toolsets_list', 'toolset_tools_list', 'toolset_tools_read', 'toolset_tools_invoke'],
  },
  {
    name: 'manage-keys',
    description: 'Create, rotate and revoke API keys, and read the audit log.',
    operations: ['keys_list', 'keys_create', 'keys_rotate', 'keys_revoke', 'audit_search'],
  },
  {
    name: 'decide-on-calls',
    description: 'Read the calls that wait for a person, and approve or decline them.',
    operations: ['approvals_list', 'approvals_read', 'approvals_decide'],
  },
];
