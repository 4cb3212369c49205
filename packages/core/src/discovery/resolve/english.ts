/** Knowledge of English that resolution uses; created once, since building it costs more than resolving a request. */
import type { Synonyms, Words } from '@dragoman/agis';

/** Words with their forms, and synonyms in requests. */
export interface English {
  words: Words;
  synonyms: Synonyms;
}
