/** The list of commands, in the order of help. */
import type { Command } from '../command/command.js';
import { add } from './add.js';
import { agisAsk } from './agis-ask.js';
import { agisClasses } from './agis-classes.js';
import { agisConvert } from './agis-convert.js';
import { agisExplain } from './agis-explain.js';
import { agisFmt } from './agis-fmt.js';
import { agisNew } from './agis-new.js';
import { agisPropose } from './agis-propose.js';
import { agisSchema } from './agis-schema.js';
import { agisSummary } from './agis-summary.js';
import { agisValidate } from './agis-validate.js';
import { approvalsApprove } from './approvals-approve.js';
import { approvalsDecline } from './approvals-decline.js';
import { approvalsList } from './approvals-list.js';
import { approvalsShow } from './approvals-show.js';
import { auditExport } from './audit-export.js';
import { auditList } from './audit-list.js';
import { auditVerify } from './audit-verify.js';
import { backup } from './backup.js';
import { call } from './call.js';
import { captureShow } from './capture-show.js';
import { captureStart } from './capture-start.js';
import { captureStop } from './capture-stop.js';
import { createCompletion } from './completion.js';
import { config } from './config.js';
import { connectClient } from './connect.js';
import { connections } from './connections.js';
import { credentialsAdd } from './credentials-add.js';
import { credentialsList } from './credentials-list.js';
import { credentialsLogin } from './credentials-login.js';
import { credentialsLogout } from './credentials-logout.js';
import { credentialsRemove } from './credentials-remove.js';
import { credentialsRotateKey } from './credentials-rotate-key.js';
import { demo } from './demo.js';
import { diff } from './diff.js';
import { doctor } from './doctor.js';
import { effects } from './effects.js';
import { evaluate } from './eval.js';
import { events } from './events.js';
import { createHelp } from './help.js';
import { inbox } from './inbox.js';
import { keysCreate } from './keys-create.js';
import { keysList } from './keys-list.js';
import { keysRevoke } from './keys-revoke.js';
import { keysRotate } from './keys-rotate.js';
import { lint } from './lint.js';
import { list } from './list.js';
import { logs } from './logs.js';
import { lsp } from './lsp.js';
import { mcp } from './mcp.js';
import { migrate } from './migrate.js';
import { nactCheck } from './nact-check.js';
import { nactLock } from './nact-lock.js';
import { openCommand } from './open.js';
import { operationsCancel } from './operations-cancel.js';
import { operationsList } from './operations-list.js';
import { operationsShow } from './operations-show.js';
import { operationsWait } from './operations-wait.js';
import { playground } from './playground.js';
import { policyTest } from './policy-test.js';
import { probe } from './probe.js';
import { proceduresCheck } from './procedures-check.js';
import { proceduresExport } from './procedures-export.js';
import { proceduresHistory } from './procedures-history.js';
import { proceduresList } from './procedures-list.js';
import { proceduresNew } from './procedures-new.js';
import { proceduresPlace } from './procedures-place.js';
import { proceduresSave } from './procedures-save.js';
import { proceduresShow } from './procedures-show.js';
import { profile } from './profile.js';
import { prompt } from './prompt.js';
import { quota } from './quota.js';
import { reload } from './reload.js';
import { remove } from './remove.js';
import { repairs } from './repairs.js';
import { resolve } from './resolve.js';
import { resource } from './resource.js';
import { restore } from './restore.js';
import { results } from './results.js';
import { sculptCheck } from './sculpt-check.js';
import { sculptNew } from './sculpt-new.js';
import { sculptRun } from './sculpt-run.js';
import { sculptShow } from './sculpt-show.js';
import { search } from './search.js';
import { serve } from './serve.js';
import { serversAdd } from './servers-add.js';
import { serversChange } from './servers-change.js';
import { serversList } from './servers-list.js';
import { serversRemove } from './servers-remove.js';
import { serversRestart } from './servers-restart.js';
import { serversShow } from './servers-show.js';
import { sessionsEnd } from './sessions-end.js';
import { sessionsList } from './sessions-list.js';
import { show } from './show.js';
import { sourcesAccept } from './sources-accept.js';
import { sourcesAdd } from './sources-add.js';
import { sourcesChanges } from './sources-changes.js';
import { sourcesCredential } from './sources-credential.js';
import { sourcesList } from './sources-list.js';
import { sourcesRefresh } from './sources-refresh.js';
import { sourcesRefuse } from './sources-refuse.js';
import { sourcesRemove } from './sources-remove.js';
import { sourcesShow } from './sources-show.js';
import { status } from './status.js';
import { teamsCheck } from './teams-check.js';
import { teamsExport } from './teams-export.js';
import { teamsList } from './teams-list.js';
import { teamsSave } from './teams-save.js';
import { teamsShow } from './teams-show.js';
import { textsHold } from './texts-hold.js';
import { textsList } from './texts-list.js';
import { textsRelease } from './texts-release.js';
import { toolsetsAccept } from './toolsets-accept.js';
import { toolsetsAdd } from './toolsets-add.js';
import { toolsetsBack } from './toolsets-back.js';
import { toolsetsContent } from './toolsets-content.js';
import { toolsetsExport } from './toolsets-export.js';
import { toolsetsFind } from './toolsets-find.js';
import { toolsetsHistory } from './toolsets-history.js';
import { toolsetsList } from './toolsets-list.js';
import { toolsetsNew } from './toolsets-new.js';
import { toolsetsPin } from './toolsets-pin.js';
import { toolsetsRemove } from './toolsets-remove.js';
import { toolsetsRename } from './toolsets-rename.js';
import { toolsetsReplace } from './toolsets-replace.js';
import { toolsetsShow } from './toolsets-show.js';
import { toolsetsSimilar } from './toolsets-similar.js';
import { toolsetsStay } from './toolsets-stay.js';
import { toolsetsTry } from './toolsets-try.js';
import { toolsetsUpdates } from './toolsets-updates.js';
import { trace } from './trace.js';
import { usage } from './usage.js';
import { usersList } from './users-list.js';
import { verify } from './verify.js';
import { webhooksDeliveries } from './webhooks-deliveries.js';
import { webhooksList } from './webhooks-list.js';
import { webhooksSubscribe } from './webhooks-subscribe.js';
import { webhooksUnsubscribe } from './webhooks-unsubscribe.js';

/** Every command. */
export const commands: readonly Command[] = Object.freeze([
  demo,
  serve,
  openCommand,
  status,
  doctor,
  logs,
  quota,
  usage,
  backup,
  restore,
  inbox,
  events,
  trace,
  captureStart,
  captureShow,
  captureStop,
  add,
  list,
  search,
  resolve,
  evaluate,
  show,
  profile,
  repairs,
  effects,
  textsList,
  textsRelease,
  textsHold,
  verify,
  webhooksList,
  webhooksSubscribe,
  webhooksDeliveries,
  webhooksUnsubscribe,
  call,
  results,
  resource,
  prompt,
  mcp,
  connectClient,
  connections,
  sculptNew,
  sculptCheck,
  sculptRun,
  sculptShow,
  lint,
  probe,
  agisAsk,
  agisPropose,
  approvalsList,
  approvalsShow,
  approvalsApprove,
  approvalsDecline,
  operationsList,
  operationsShow,
  operationsWait,
  operationsCancel,
  remove,
  sourcesList,
  sourcesAdd,
  sourcesShow,
  sourcesRefresh,
  sourcesChanges,
  sourcesAccept,
  sourcesRefuse,
  sourcesCredential,
  sourcesRemove,
  serversList,
  serversShow,
  serversAdd,
  serversChange,
  serversRemove,
  serversRestart,
  toolsetsList,
  toolsetsShow,
  toolsetsSimilar,
  toolsetsFind,
  toolsetsNew,
  toolsetsAdd,
  toolsetsContent,
  toolsetsRename,
  toolsetsPin,
  toolsetsRemove,
  toolsetsReplace,
  toolsetsUpdates,
  toolsetsTry,
  toolsetsAccept,
  toolsetsStay,
  toolsetsExport,
  toolsetsHistory,
  toolsetsBack,
  playground,
  proceduresNew,
  proceduresCheck,
  proceduresSave,
  proceduresPlace,
  proceduresList,
  proceduresShow,
  proceduresHistory,
  proceduresExport,
  teamsCheck,
  teamsSave,
  teamsList,
  teamsShow,
  teamsExport,
  credentialsAdd,
  credentialsList,
  credentialsLogin,
  credentialsLogout,
  credentialsRemove,
  credentialsRotateKey,
  diff,
  lsp,
  agisNew,
  agisValidate,
  agisFmt,
  agisConvert,
  agisClasses,
  agisExplain,
  agisSchema,
  agisSummary,
  nactLock,
  nactCheck,
  keysCreate,
  keysList,
  keysRotate,
  keysRevoke,
  sessionsList,
  sessionsEnd,
  usersList,
  auditList,
  auditVerify,
  auditExport,
  migrate,
  config,
  reload,
  policyTest,
  createCompletion(() => commands),
  createHelp(() => commands),
]);
