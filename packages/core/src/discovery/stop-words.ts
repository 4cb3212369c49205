/**
 * Words that say nothing about what an entry does. They are removed from the index and from queries, so that a query of
 * only stop words finds nothing. Verbs of action (find, get, send) are kept: they distinguish operations.
 */

const english = `
a an the this that these those such
i me my mine myself we us our ours you your yours he him his she her hers it its they them their theirs
who whom whose which what where when why how
am is are was were be been being do does did doing done has have had having
can could may might must shall should will would
and or but nor so if then than else as of at by for from in into on onto to with without within about
above below over under between through during before after up down out off again also only own same too very just
not no yes there here each every any some all both few more most other another
s t d m ll re ve don doesn didn isn aren wasn weren won wouldn couldn shouldn hasn haven hadn let lets
i'd i'm please want wants wanted would like need needs wish help want able using use used via per etc eg ie
`;

/** The stop words, in lower case. */
export const stopWords: ReadonlySet<string> = new Set(english.split(/\s+/).filter((word) => word !== ''));
