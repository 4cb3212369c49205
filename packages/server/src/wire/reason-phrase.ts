/** Reason phrases of status lines, including those of AGTP, which Node does not know (agtp.md). */
import { STATUS_CODES } from 'node:http';

const further: Readonly<Record<number, string>> = {
  261: 'Negotiation In Progress',
  262: 'Authorization Required for Negotiation',
  263: 'Endpoint Instantiated',
  454: 'Grammar Violation',
  460: 'Proposal Rejected',
};

/** The reason phrase of a status; empty when there is none. */
export function reasonPhrase(status: number): string {
  return STATUS_CODES[status] ?? further[status] ?? '';
}
