/** The parts of the engine that the benches measure. */
export { anonymous, local } from '../packages/core/src/access/caller.js';
export { createLexicalIndex } from '../packages/core/src/discovery/lexical-index.js';
export { stopWords } from '../packages/core/src/discovery/stop-words.js';
export { createTokenizer } from '../packages/core/src/discovery/tokenize.js';
