/** Verbs for the words that programs use: HTTP methods, CRUD, and common words for certain things. */

/** Verbs by first word of a name, best first. Words that are suitable verbs themselves are not listed. */
export const wordVerbs: Readonly<Record<string, readonly string[]>> = Object.freeze({
  get: ['RETRIEVE', 'FETCH', 'SHOW'],
  read: ['RETRIEVE', 'FETCH', 'SHOW'],
  search: ['FIND', 'SEARCH', 'LOCATE'],
  lookup: ['FIND', 'LOCATE', 'RETRIEVE'],
  query: ['QUERY', 'FIND'],
  list: ['LIST', 'FIND', 'BROWSE'],
  browse: ['BROWSE', 'LIST'],
  create: ['CREATE', 'ADD', 'REGISTER'],
  new: ['CREATE', 'ADD'],
  insert: ['ADD', 'CREATE'],
  post: ['SUBMIT', 'PUBLISH', 'CREATE'],
  put: ['REPLACE', 'UPDATE'],
  set: ['SET', 'UPDATE', 'CHANGE'],
  update: ['UPDATE', 'AMEND', 'CHANGE', 'MODIFY'],
  upsert: ['UPDATE', 'REPLACE'],
  patch: ['UPDATE', 'AMEND'],
  edit: ['UPDATE', 'AMEND'],
  delete: ['REMOVE', 'ERASE', 'DISCARD', 'CANCEL'],
  del: ['REMOVE', 'ERASE', 'CANCEL'],
  destroy: ['REMOVE', 'TERMINATE'],
  head: ['CHECK'],
  options: ['DESCRIBE'],
  connect: ['LINK', 'JOIN'],
  trace: ['FOLLOW', 'TRACK'],
  exists: ['CHECK', 'VERIFY'],
  has: ['CHECK', 'VERIFY'],
  is: ['CHECK', 'VERIFY'],
  can: ['CHECK', 'VERIFY'],
  check: ['CHECK', 'VERIFY'],
  status: ['CHECK', 'TRACK'],
  info: ['DESCRIBE', 'RETRIEVE'],
  details: ['DESCRIBE', 'RETRIEVE'],
  open: ['OPEN', 'START', 'UNLOCK'],
  calculate: ['CALCULATE', 'COMPUTE'],
  compute: ['COMPUTE', 'CALCULATE'],
  save: ['SAVE', 'STORE', 'UPDATE'],
});

/** Verbs for creating one of these things, and for ending one. */
export const makingVerbs: Readonly<Record<string, readonly string[]>> = Object.freeze({
  reservation: ['BOOK', 'RESERVE', 'CREATE'],
  booking: ['RESERVE', 'CREATE'],
  appointment: ['SCHEDULE', 'BOOK', 'CREATE'],
  meeting: ['SCHEDULE', 'ARRANGE', 'CREATE'],
  event: ['SCHEDULE', 'CREATE'],
  order: ['PLACE', 'SUBMIT', 'CREATE'],
  payment: ['PAY', 'SUBMIT', 'CREATE'],
  refund: ['ISSUE', 'CREATE'],
  invoice: ['ISSUE', 'CREATE'],
  transfer: ['INITIATE', 'SUBMIT', 'CREATE'],
  message: ['SEND', 'SUBMIT'],
  email: ['SEND', 'SUBMIT'],
  notification: ['SEND', 'SUBMIT'],
  subscription: ['SUBSCRIBE', 'START', 'CREATE'],
});

/** Things that are canceled rather than removed. */
export const cancelled: ReadonlySet<string> = new Set([
  'reservation',
  'booking',
  'appointment',
  'meeting',
  'event',
  'order',
  'subscription',
  'transfer',
  'run',
  'job',
]);

/** Verbs of HTTP methods on one resource, on a collection, and on neither. */
export const httpVerbs: Readonly<Record<string, { one: readonly string[]; many: readonly string[] }>> = Object.freeze({
  GET: { one: ['RETRIEVE', 'FETCH'], many: ['LIST', 'FIND', 'RETRIEVE'] },
  HEAD: { one: ['CHECK'], many: ['CHECK'] },
  OPTIONS: { one: ['DESCRIBE'], many: ['DESCRIBE'] },
  POST: { one: ['SUBMIT', 'UPDATE', 'EXECUTE'], many: ['CREATE', 'SUBMIT', 'ADD'] },
  PUT: { one: ['REPLACE', 'UPDATE'], many: ['REPLACE', 'UPDATE'] },
  PATCH: { one: ['UPDATE', 'AMEND'], many: ['UPDATE', 'AMEND'] },
  DELETE: { one: ['REMOVE', 'ERASE', 'DISCARD'], many: ['REMOVE', 'CLEAR'] },
});

/** Verbs without information about the intent; used only as a last resort. */
export const weakVerbs: ReadonlySet<string> = new Set([
  'call',
  'invoke',
  'run',
  'execute',
  'do',
  'process',
  'handle',
  'perform',
  'manage',
  'operate',
  'support',
  'maintain',
  'make',
  'use',
  'go',
]);

/** Verbs of sentences that describe delivery to the caller, not the action. */
export const emptyVerbs: ReadonlySet<string> = new Set([
  'return',
  'provide',
  'give',
  'display',
  'allow',
  'let',
  'use',
  'make',
  'have',
  'be',
  'do',
  'contain',
  'include',
  'represent',
  'require',
  'support',
  'need',
  'want',
]);

/** Words of a name that end its subject. */
export const joiningWords: ReadonlySet<string> = new Set([
  'by',
  'for',
  'from',
  'of',
  'with',
  'to',
  'in',
  'on',
  'at',
  'and',
  'or',
  'via',
  'using',
  'as',
  'into',
]);

/** Words that end a name such as `zones.list`, and that begin one. */
export const recordWords: ReadonlySet<string> = new Set(
  'get list insert create add update delete remove search find set check cancel start stop send read'.split(' '),
);

/** Verbs for running something; they say more than the HTTP method where the sentence has no other. */
export const runningVerbs: ReadonlySet<string> = new Set(['run', 'execute', 'process', 'invoke']);
