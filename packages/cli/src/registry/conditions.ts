/** Options that filter services, shared by `list` and `search`. */
import type { AgentConditions } from '@dragoman/sdk';
import type { CommandOption } from '../command/command.js';
import type { OptionValues } from '../command/option-values.js';
import { UsageError } from '../command/usage-error.js';

/** Options that filter services. */
export const conditionOptions: readonly CommandOption[] = [
  { name: 'capability', value: 'label', multiple: true, description: 'Must have this capability (repeatable)' },
  { name: 'tag', value: 'label', multiple: true, description: 'Must have this tag (repeatable)' },
  {
    name: 'language',
    value: 'tag',
    multiple: true,
    description: 'Must support this language, or declare none (repeatable)',
  },
  {
    name: 'publisher',
    value: 'name',
    multiple: true,
    description: 'Must have this publisher (repeatable: any of them)',
  },
  {
    name: 'status',
    value: 'word',
    multiple: true,
    choices: ['active', 'deprecated', 'inactive'],
    description: 'Must have this status: active, deprecated or inactive (repeatable: any of them)',
  },
  {
    name: 'filter',
    value: 'field=value',
    multiple: true,
    description: 'Must have this value in a metadata field (repeatable)',
  },
];

/** The filters of a command line. */
export function conditionsOf(options: OptionValues): AgentConditions {
  const filters: Record<string, string | string[]> = {};
  for (const [name, values] of namedFilters(options)) {
    const [only] = values;
    filters[name] = values.length === 1 && only !== undefined ? only : values;
  }
  return {
    capabilities: options.texts('capability'),
    tags: options.texts('tag'),
    languages: options.texts('language'),
    filters,
  };
}

function namedFilters(options: OptionValues): Map<string, string[]> {
  const named = new Map<string, string[]>();
  const add = (name: string, value: string) => named.set(name, [...(named.get(name) ?? []), value]);
  for (const publisher of options.texts('publisher')) add('publisher', publisher);
  for (const status of options.texts('status')) add('status', status);
  for (const filter of options.texts('filter')) {
    const [, name, value] = /^([^=]+)=(.+)$/s.exec(filter) ?? [];
    if (name === undefined || value === undefined) throw new UsageError(`--filter takes field=value, not "${filter}"`);
    add(name, value);
  }
  return named;
}
