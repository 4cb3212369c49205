/** Findings about a team. */
import type { DiagnosticTable } from '@dragoman/model';

/** Codes of the findings about a team. */
export type TeamCode =
  | 'team/unknown-member'
  | 'team/member-doubled'
  | 'team/unknown-toolset'
  | 'team/unknown-procedure'
  | 'team/procedure-without-toolset'
  | 'team/hands-over-to-itself'
  | 'team/name-clash'
  | 'team/unreachable-member'
  | 'team/closed-circle'
  | 'team/too-many-tools'
  | 'team/nothing-to-do';

/** Findings about a team. */
export const teamDiagnostics: DiagnosticTable<TeamCode> = {
  'team/unknown-member': {
    severity: 'error',
    message: "There is no member named '{name}'.",
    why: 'A conversation can begin with and be handed over to existing members only.',
    help: '{help}',
  },
  'team/member-doubled': {
    severity: 'error',
    message: "Two members are named '{name}', or so similarly that a model could confuse them.",
    why: 'The name is part of the hand-over tool; names that differ only in case count as equal.',
    help: 'Give each member a unique name.',
  },
  'team/unknown-toolset': {
    severity: 'error',
    message: "There is no toolset '{id}' that you may see.",
    why: 'A member works with the tools of its toolsets.',
    help: 'Correct the id, or ask its owner for a grant.',
  },
  'team/unknown-procedure': {
    severity: 'error',
    message: "There is no procedure '{id}' that you may see.",
    why: 'A member follows its procedures.',
    help: 'Correct the id, or ask its owner for a grant.',
  },
  'team/procedure-without-toolset': {
    severity: 'error',
    message: "The procedure '{id}' is written for the toolset '{toolset}', which '{member}' does not have.",
    why: 'All tools that a procedure mentions must be available.',
    help: "Add the toolset '{toolset}' to '{member}', or remove the procedure.",
  },
  'team/hands-over-to-itself': {
    severity: 'error',
    message: "'{member}' hands over to itself.",
    why: 'A hand-over to itself has no effect and repeats endlessly.',
    help: "Remove '{member}' from its own hands_over_to.",
  },
  'team/name-clash': {
    severity: 'error',
    message: "'{member}' would see two tools named '{tool}'.",
    why: 'A model calls tools by their names, including hand-over tools.',
    help: 'Rename one of them in its toolset, or give the member one toolset with both.',
  },
  'team/unreachable-member': {
    severity: 'warning',
    message: "No member hands over to '{member}', so it never acts.",
    why: "A conversation begins with '{entry}' and moves only by hand-overs.",
    help: "Add '{member}' to the hands_over_to of a member that is reached, or remove it.",
  },
  'team/closed-circle': {
    severity: 'info',
    message: 'Once one of {members} has the conversation, it never returns to {outside}.',
    why: 'This may be intended: the member that has the conversation may also end it.',
    help: 'Add a hand-over back if the conversation should be able to return.',
  },
  'team/too-many-tools': {
    severity: 'warning',
    message: "'{member}' sees {count} tools; the recommended maximum is {limit}.",
    why: 'The more tools a model sees, the more often it calls the wrong one.',
    help: 'Split the member, or choose fewer tools in its toolsets.',
  },
  'team/nothing-to-do': {
    severity: 'warning',
    message: "'{member}' has neither tools nor members to hand over to.",
    why: 'It can only talk.',
    help: 'Give it a toolset, or a member to hand over to.',
  },
};
