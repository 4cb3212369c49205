/** The one list of commands, in the order of help. */
import type { Command } from '../command.js';
import { add } from './add.js';
import { agisAsk } from './agis-ask.js';
import { agisConvert } from './agis-convert.js';
import { agisExplain } from './agis-explain.js';
import { agisFmt } from './agis-fmt.js';
import { agisNew } from './agis-new.js';
import { agisSchema } from './agis-schema.js';
import { agisValidate } from './agis-validate.js';
import { auditExport } from './audit-export.js';
import { auditList } from './audit-list.js';
import { auditVerify } from './audit-verify.js';
import { call } from './call.js';
import { createCompletion } from './completion.js';
import { config } from './config.js';
import { credentialsAdd } from './credentials-add.js';
import { credentialsList } from './credentials-list.js';
import { credentialsRemove } from './credentials-remove.js';
import { credentialsRotateKey } from './credentials-rotate-key.js';
import { demo } from './demo.js';
import { diff } from './diff.js';
import { createHelp } from './help.js';
import { keysCreate } from './keys-create.js';
import { keysList } from './keys-list.js';
import { keysRevoke } from './keys-revoke.js';
import { keysRotate } from './keys-rotate.js';
import { list } from './list.js';
import { nactCheck } from './nact-check.js';
import { nactLock } from './nact-lock.js';
import { operationsCancel } from './operations-cancel.js';
import { operationsList } from './operations-list.js';
import { operationsShow } from './operations-show.js';
import { operationsWait } from './operations-wait.js';
import { remove } from './remove.js';
import { sculptCheck } from './sculpt-check.js';
import { sculptNew } from './sculpt-new.js';
import { sculptRun } from './sculpt-run.js';
import { search } from './search.js';
import { serve } from './serve.js';
import { show } from './show.js';
import { sourcesAdd } from './sources-add.js';
import { sourcesList } from './sources-list.js';
import { sourcesRemove } from './sources-remove.js';

/** Every command. */
export const commands: readonly Command[] = Object.freeze([
  demo,
  serve,
  add,
  list,
  search,
  show,
  call,
  sculptNew,
  sculptCheck,
  sculptRun,
  agisAsk,
  operationsList,
  operationsShow,
  operationsWait,
  operationsCancel,
  remove,
  sourcesList,
  sourcesAdd,
  sourcesRemove,
  credentialsAdd,
  credentialsList,
  credentialsRemove,
  credentialsRotateKey,
  diff,
  agisNew,
  agisValidate,
  agisFmt,
  agisConvert,
  agisExplain,
  agisSchema,
  nactLock,
  nactCheck,
  keysCreate,
  keysList,
  keysRotate,
  keysRevoke,
  auditList,
  auditVerify,
  auditExport,
  config,
  createCompletion(() => commands),
  createHelp(() => commands),
]);
