/** Both word orders of names, alone and in a tool list. */
import { describe, expect, it } from 'vitest';
import { entryOf, tool } from './mcp.support.js';
import { orderWords } from './order-words.js';
import { writeMcpTools } from './write.js';

describe('the order of words in a name', () => {
  it.each([
    ['list_tasks', 'list_tasks', 'tasks_list'],
    ['task_status_update', 'update_task_status', 'task_status_update'],
    ['audit_log', 'audit_log', 'audit_log'],
    ['get_started_read', 'get_started_read', 'get_started_read'],
    ['search', 'search', 'search'],
  ])('%s is %s or %s', (name, first, last) => {
    expect([orderWords(name, 'first'), orderWords(name, 'last')]).toEqual([first, last]);
  });

  it('[PROF-TOOL-08] is the author’s own by default, and both forms come from one description', () => {
    const entry = entryOf(tool({ name: 'tasks_list' }));
    const namesIn = (options: Parameters<typeof writeMcpTools>[1]) =>
      writeMcpTools(entry, options).tools.map(({ name }) => name);
    expect([namesIn({}), namesIn({ verbs: 'first' }), namesIn({ verbs: 'last' })]).toEqual([
      ['tasks_list'],
      ['list_tasks'],
      ['tasks_list'],
    ]);
  });
});
