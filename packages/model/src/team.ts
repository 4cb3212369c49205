/**
 * A team: how the work of an agent is split between members with few tools each, and who hands over to whom. It is the
 * document of a design of kind `team`.
 */

/** One sub-agent. */
export interface TeamMember {
  /**
   * Unique in the team; 1 to 40 characters of a-z 0-9 _, starting with a letter. Part of the names of hand-over tools.
   */
  name: string;
  /** When the other members should hand over to this one; 1 to 1000 characters. */
  when: string;
  /** Ids of the toolsets whose tools it can use. */
  toolsets: string[];
  /** Ids of the procedures that it follows. */
  procedures: string[];
  /** Names of the members that it may hand over to. */
  handsOverTo: string[];
}

/** The document of a team. */
export interface TeamDocument {
  description: string;
  /** Name of the first member. */
  entry: string;
  members: TeamMember[];
  /** Recommended maximum number of tools per member, including hand-over tools. */
  mostTools: number;
}
