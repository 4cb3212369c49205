/** Sentences that bring a thing into a state. */

/** "Makes a page public", "Make the draft visible to the team". */
export const madeState =
  /^makes? ((?:an?|the|this|your|all|one) (?:[\w'’-]+ ){1,5}?)(public|visible|private|hidden|active|inactive|available|unavailable|default|mandatory|optional|permanent|anonymous|read-only|editable)( (?:to|for|in|on) [^.;,]{2,80})?[.]?$/i;
