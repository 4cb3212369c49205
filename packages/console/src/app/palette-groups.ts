/** What the palette offers for a text: operations as Find ranks them, services by name, screens. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { Box, Zap } from 'lucide-react';
import type { Choice } from '../components/use-choices.js';
import { useDelayed } from '../components/use-delayed.js';
import type { Target } from '../features/links.js';
import { operationTarget, serviceTarget } from '../features/links.js';
import { useClient, useHasScope } from '../session/console-context.js';
import { screens } from './screens.js';

/** One line of the palette. */
export interface PaletteChoice extends Choice {
  icon: LucideIcon;
  /** Third-party text, except for screens. */
  title: string;
  detail: string;
  target: Target;
}

/** Lines of one kind. */
export interface PaletteGroup {
  label: string;
  choices: readonly PaletteChoice[];
}

/** Operations and services shown at most. */
const maxOperations = 8;
const maxServices = 5;

/** Milliseconds without a key after which the server is asked. */
const pauseMs = 150;

/** Letters from which on the server is asked. */
const minLength = 2;

/** The groups for a text, and whether they belong to it or still to an earlier one. */
export function usePaletteGroups(text: string) {
  const asked = useDelayed(text, pauseMs);
  const operations = useOperations(asked);
  const services = useServices(asked);
  const isCurrent = text.length < minLength || (asked === text && !operations.isFetching && !services.isFetching);
  const found =
    text.length < minLength
      ? []
      : [
          { label: 'Operations', choices: operations.data ?? [] },
          { label: 'Services', choices: services.data ?? [] },
        ];
  const groups: PaletteGroup[] = [...found, { label: 'Screens', choices: screenChoices(text) }];
  // The beginning of a screen's name asks for that screen.
  if (text !== '' && screens.some(({ label }) => label.toLowerCase().startsWith(text.toLowerCase()))) groups.reverse();
  return {
    groups: groups.filter(({ choices }) => choices.length > 0),
    isCurrent,
    error: operations.error ?? services.error,
  };
}

function useOperations(text: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['palette', 'operations', text],
    enabled: text.length >= minLength,
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      const { operations } = await client.agents.findOperations({ text }, { top: maxOperations, signal });
      return operations.map(
        ({ agent_id, agent_name, operation, operation_id }): PaletteChoice => ({
          id: `operation ${agent_id} ${operation_id}`,
          icon: Zap,
          title: operation,
          detail: agent_name,
          target: operationTarget(agent_id, operation),
        }),
      );
    },
  });
}

function useServices(name: string) {
  const client = useClient();
  const mayRead = useHasScope('registry:read');
  return useQuery({
    queryKey: ['palette', 'services', name],
    enabled: mayRead && name.length >= minLength,
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      const choices: PaletteChoice[] = [];
      for await (const service of client.agents.listServices({ name, pageSize: maxServices, signal })) {
        const { id, name: title } = service;
        choices.push({ id: `service ${id}`, icon: Box, title, detail: id, target: serviceTarget(id) });
        if (choices.length === maxServices) break;
      }
      return choices;
    },
  });
}

function screenChoices(text: string): PaletteChoice[] {
  const wanted = text.toLowerCase();
  return screens
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .map(({ id, icon, label, path }) => ({ id: `screen ${id}`, icon, title: label, detail: '', target: { to: path } }));
}
