/** The text of a team: YAML or JSON, as the command line reads it; tolerant, because it is read while somebody writes it. */
import { parseDocument, stringifyYaml } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { TeamRequest, TeamView } from '@dragoman/sdk';

/** A member as it is written. */
export interface DraftMember {
  name: string;
  when: string;
  toolsets: string[];
  procedures: string[];
  handsOverTo: string[];
}

/** A team as it is written. */
export interface DraftTeam {
  document: JsonObject;
  name: string;
  entry: string;
  mostTools: number;
  members: DraftMember[];
}

/** Recommended maximum when a team names none. */
const usualMostTools = 20;
/** Characters of a text that is read. */
const maxLength = 500_000;

/** The team of a text, or why there is none. */
export function readTeam(text: string): { team: DraftTeam } | { problems: string[] } {
  if (text.length > maxLength)
    return { problems: [`The text is longer than ${maxLength.toLocaleString('en')} characters.`] };
  try {
    const parsed = parseDocument(text);
    if (parsed.errors.length > 0) return { problems: parsed.errors.map(({ message }) => message.split('\n')[0] ?? '') };
    const value = parsed.toJS({ maxAliasCount: 50 }) as JsonValue;
    return isJsonObject(value)
      ? { team: toTeam(value) }
      : { problems: ['A team is an object with name, entry and members.'] };
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)] };
  }
}

function toTeam(document: JsonObject): DraftTeam {
  const members = Array.isArray(document.members) ? document.members : [];
  return {
    document,
    name: wordOf(document.name),
    entry: wordOf(document.entry),
    mostTools: typeof document.most_tools === 'number' ? document.most_tools : usualMostTools,
    members: members.map((member) => {
      const { name, when, toolsets, procedures, hands_over_to: handsOverTo } = isJsonObject(member) ? member : {};
      return {
        name: wordOf(name),
        when: wordOf(when),
        toolsets: wordsOf(toolsets),
        procedures: wordsOf(procedures),
        handsOverTo: wordsOf(handsOverTo),
      };
    }),
  };
}

const wordOf = (value: JsonValue | undefined) => (typeof value === 'string' ? value : '');

const wordsOf = (value: JsonValue | undefined) =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** The request of a draft; the id is in the address. */
export function toRequest({ document }: DraftTeam): TeamRequest {
  const { id: _, ...request } = document;
  return request as unknown as TeamRequest;
}

/** The text of a stored team. */
export function writeTeam(team: TeamView): string {
  const { id, name, description, entry, most_tools, visibility, grants, members } = team;
  return stringifyYaml(
    {
      id,
      name,
      ...(description === '' ? {} : { description }),
      entry,
      most_tools,
      visibility,
      ...(grants === undefined ? {} : { grants }),
      members: members.map((member) =>
        Object.fromEntries(Object.entries(member).filter(([, value]) => !Array.isArray(value) || value.length > 0)),
      ),
    },
    { lineWidth: 120 },
  );
}
