import { describe, expect, it } from 'vitest';
import {
  countConditions,
  readAuditFilter,
  recentRange,
  toAuditPath,
  toAuditWords,
  toConditions,
} from './audit-filter.js';

describe('the filter of the audit log', () => {
  it('is the same as conditions, as a request and as a command', () => {
    const filter = readAuditFilter({ action: 'key.create', caller: ' ada ', outcome: 'done', trace: 'abc' });
    expect(countConditions(filter)).toBe(4);
    expect(toConditions(filter)).toEqual({ action: 'key.create', caller: 'ada', outcome: 'done', traceId: 'abc' });
    expect(toAuditPath(filter)).toBe('/audit/search?action=key.create&caller=ada&outcome=done&trace_id=abc');
    expect(toAuditWords(filter).join(' ')).toBe(
      'audit list --action key.create --actor ada --outcome done --trace abc',
    );
  });

  it('has a failure code and a range of time', () => {
    const filter = readAuditFilter({
      code: 'FORBIDDEN',
      since: '2026-03-01T09:30:00Z',
      until: '2026-03-02T09:30:00.000Z',
    });
    const [since, until] = ['2026-03-01T09:30:00.000Z', '2026-03-02T09:30:00.000Z'];
    expect(toConditions(filter)).toEqual({ code: 'FORBIDDEN', since, until });
    expect(toAuditWords(filter).join(' ')).toBe(`audit list --code FORBIDDEN --since ${since} --until ${until}`);
    expect(toAuditPath(filter)).toContain('code=FORBIDDEN&since=2026-03-01T09%3A30');
    expect(countConditions(readAuditFilter({ since: 'yesterday' }))).toBe(0);
    expect(recentRange(3_600_000, Date.parse('2026-03-01T09:30:59Z')).since).toBe('2026-03-01T08:30:00.000Z');
  });

  it('ignores unknown outcomes, and without conditions finds everything', () => {
    const filter = readAuditFilter({ outcome: 'great' });
    expect(toConditions(filter)).toEqual({});
    expect(toAuditPath(filter)).toBe('/audit/search');
    expect(toAuditWords(filter)).toEqual(['audit', 'list']);
  });
});
