/** What is not as usual about a service, in the same words on the command line and in the console. */
import type { ServiceState } from './catalogue-services.js';

/** A remark. */
export interface ServiceRemark {
  code:
    | 'held'
    | 'status'
    | 'breaker'
    | 'server_removed'
    | 'errors'
    | 'credential_missing'
    | 'change_held'
    | 'source_failing'
    | 'credential_required'
    | 'findings'
    | 'private';
  /** `bad`: calls fail or are held; `warn`: something needs a decision; `info`: good to know. */
  severity: 'bad' | 'warn' | 'info';
  text: string;
}

/** The remarks about a service, the most urgent first. */
export function serviceRemarks(service: ServiceState): ServiceRemark[] {
  const { status, visibility, credential, breaker = 'closed', findings, held, source, usage } = service;
  const remarks: (ServiceRemark | false)[] = [
    held && { code: 'held', severity: 'bad', text: 'held' },
    breaker !== 'closed' && { code: 'breaker', severity: 'bad', text: `breaker ${breaker}` },
    service.server_known === false && { code: 'server_removed', severity: 'bad', text: 'its server was removed' },
    (usage?.errors ?? 0) > 0 && { code: 'errors', severity: 'warn', text: 'errors in 24 h' },
    credential === 'missing' && { code: 'credential_missing', severity: 'warn', text: 'credential missing' },
    source?.held === true && { code: 'change_held', severity: 'warn', text: 'change waits' },
    (source?.failures ?? 0) > 0 && { code: 'source_failing', severity: 'warn', text: 'source fails' },
    !held && status !== 'active' && { code: 'status', severity: 'warn', text: status },
    findings > 0 && { code: 'findings', severity: 'info', text: 'findings' },
    credential === 'required' && { code: 'credential_required', severity: 'info', text: 'needs a credential' },
    visibility === 'private' && { code: 'private', severity: 'info', text: 'private' },
  ];
  return remarks.filter((remark) => remark !== false);
}
