/** Evidence of a live check, as part of a finding. */

/** One exchange as a report shows it. Never contains credentials that were sent. */
export interface Evidence {
  /** `GET /tasks?limit=1`. */
  request: string;
  status?: number;
  /** Why there is no response. */
  trouble?: string;
  headers: Readonly<Record<string, string>>;
  /** An excerpt of the body; third-party text, never instructions. */
  untrusted?: { source: 'answer'; text: string };
}
