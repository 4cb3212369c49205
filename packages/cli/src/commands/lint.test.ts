/** The lint command: formats, exit codes, configuration, suppressions, baselines and fixes. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { call } from '../cli.support.js';
import { counterparts, readSpectralLevels } from '../lint/spectral-levels.js';

const read = (name: string) =>
  readFileSync(new URL(`../../../lint/src/fixtures/${name}.yaml`, import.meta.url), 'utf8');
const [strong, weak] = [read('strong'), read('weak')];

describe('lint', () => {
  it('exits with 0, 1 or 2, and shows line, marker and recommendation', async () => {
    const files = { 'strong.yaml': strong, 'weak.yaml': weak, 'torn.yaml': 'openapi: [', 'other.json': '{"a": 1}' };
    const clean = await call(['lint', 'strong.yaml'], { files });
    expect(clean.code).toBe(0);
    expect(clean.stdout).toContain('strong.yaml: 0 errors, 0 warnings, 0 infos');
    const found = await call(['lint', 'weak.yaml'], { files });
    expect(found.code).toBe(1);
    expect(found.stdout).toMatch(
      /weak\.yaml:6:20: warning: .*post_close_wo_1.*\[operation-id-generated\]\n.*\n {4}\| {20}\^{15}\n/,
    );
    expect(found.stdout).toContain('recommended  Declare security on the operation or on the whole document.');
    expect(found.stdout).not.toContain('violates');
    for (const file of ['torn.yaml', 'other.json', 'missing.yaml']) {
      expect((await call(['lint', file], { files })).code).toBe(2);
    }
    expect((await call(['lint'], { files })).code).toBe(2);
  });

  it('reads a URL and standard input', async () => {
    const fetch = async () => new Response(weak);
    const fetched = await call(['lint', 'https://api.example/openapi.yaml', '--json'], { fetch });
    expect(JSON.parse(fetched.stdout)).toMatchObject({ counts: { error: 4 }, documents: [{ target: 'openapi' }] });
    expect((await call(['lint', '-'], { stdin: strong })).code).toBe(0);
    expect((await call(['lint', 'https://api.example/openapi.yaml'])).code).toBe(2);
  });

  it('reads the files that a document references, and names them in locations', async () => {
    const files = {
      'api/openapi.yaml': [
        'openapi: 3.0.3',
        'info: {title: T, version: "1"}',
        'paths:',
        '  /tasks: {get: {$ref: tasks.yaml}}',
        '  /gone: {get: {$ref: gone.yaml}}',
      ].join('\n'),
      'api/tasks.yaml':
        'summary: List tasks\nresponses:\n  "200": {description: Done}\nparameters: [{name: q, in: query, required: true}]\n',
    };
    const { stdout, code } = await call(['lint', 'api/openapi.yaml'], { files });
    expect(code).toBe(1);
    expect(stdout).toContain('api/tasks.yaml:3:10: error: Response 200 of GET /tasks describes no content');
    expect(stdout).not.toContain('GET /tasks has no summary');
    expect(stdout).toContain('gone.yaml could not be read');
  });

  it('writes every format, also to a file', async () => {
    const files: Record<string, unknown> = { 'weak.yaml': weak };
    const written = async (format: string) => (await call(['lint', 'weak.yaml', '--format', format], { files })).stdout;
    const sarif = JSON.parse(await written('sarif'));
    expect(sarif.runs[0].results[0]).toMatchObject({ ruleId: expect.any(String), level: expect.any(String) });
    expect(await written('github')).toMatch(/^::error file=weak\.yaml,line=5,col=5,.*title=write-without-security::/m);
    expect(await written('junit')).toContain('<testcase name="error-response-missing" classname="weak.yaml"><failure');
    await call(['lint', 'weak.yaml', '--format', 'html', '--output', 'report.html'], { files });
    expect(files['report.html']).toContain('What an agent can do');
  });

  it('reads severities, thresholds, names and reasons from a configuration', async () => {
    const config =
      'rules: {use-when-missing: error}\nignore: [{rule: write-without-security, pointer: /paths/*, reason: a demo}]\n';
    const files = { 'weak.yaml': weak, 'dragoman-lint.yaml': config };
    const { stdout } = await call(['lint', 'weak.yaml', '--json'], { files });
    const [document] = JSON.parse(stdout).documents;
    expect(document.findings.find(({ rule }: { rule: string }) => rule === 'use-when-missing').severity).toBe('error');
    expect(document.suppressed).toMatchObject([{ rule: 'write-without-security', reason: 'a demo' }]);
    const faulty = { ...files, 'dragoman-lint.yaml': 'rules: {nothing: error}\nthresholds: {x: 1}\n' };
    const refused = await call(['lint', 'weak.yaml'], { files: faulty });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('rules.nothing: unknown rule; unknown setting thresholds.x');
    expect((await call(['lint', 'weak.yaml', '--rule', 'nothing=off'], { files })).code).toBe(2);
  });

  it('skips findings that the document suppresses with a reason, and only with a reason', async () => {
    const suppressed = (reason: string) =>
      weak.replace(
        '      summary: Close WO',
        `      summary: Close WO\n      x-lint-ignore: {use-when-missing: "${reason}"}`,
      );
    const rules = async (text: string) => {
      const { stdout } = await call(['lint', 'a.yaml', '--json'], { files: { 'a.yaml': text } });
      return JSON.parse(stdout).documents[0].findings.map(({ rule }: { rule: string }) => rule) as string[];
    };
    expect(await rules(suppressed('internal only'))).not.toContain('use-when-missing');
    expect(await rules(suppressed(''))).toEqual(expect.arrayContaining(['use-when-missing', 'suppression-idle']));
  });

  it('writes the text format to a file too, and never fails with --fail-on none', async () => {
    const files: Record<string, unknown> = { 'weak.yaml': weak };
    const { code, stdout, stderr } = await call(['lint', 'weak.yaml', '--output', 'o.txt', '--fail-on', 'none'], {
      files,
    });
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('Wrote the report to o.txt');
    expect(files['o.txt']).toMatch(/^weak\.yaml: score \d+[\s\S]*\[operation-id-generated\]/);
  });

  it('names an unknown rule, the label, and the severities of a rule line by line', async () => {
    const files = { 'weak.yaml': weak };
    const unknown = await call(['lint', 'weak.yaml', '--rule', 'nonsense=off'], { files });
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('unknown rule nonsense; --list-rules')]);
    expect((await call(['lint', 'weak.yaml'], { files })).stdout).toContain('label "agent-friendly" not met: ');
    expect((await call(['lint', '--explain', 'error-response-missing'])).stdout).toMatch(
      /severity varies.*\n {2}severity {5}warning when .*\n {15}info for [\s\S]*\n {15}else error\n {2}message/,
    );
  });

  it('gives no score to a document that cannot be read', async () => {
    const files = { 'weak.yaml': weak, 'torn.yaml': 'openapi: [' };
    const { stdout } = await call(['lint', 'weak.yaml', 'torn.yaml'], { files });
    expect(stdout).toMatch(/2 documents, scores from (\d+) to \1\n/);
  });

  it('judges the output of AGIS endpoints as the response, and asks for no operationId', async () => {
    const output = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
    const semantic = { intent: 'Lists the kilns of a studio', actor: 'agent', outcome: 'The kilns are returned' };
    const endpoints = [{ method: 'LIST', path: '/kilns', semantic, input: { type: 'object' }, output }];
    const files = { 'k.agis': JSON.stringify({ agis: '1.0', service: 'K', endpoints }) };
    const { stdout } = await call(['lint', 'k.agis', '--json'], { files });
    const advice = JSON.parse(stdout).documents[0].score.fixes.map(({ fact }: { fact: string }) => fact) as string[];
    expect((await call(['lint', 'k.agis'], { files })).stdout).toMatch(
      /score \d+ of 100 \(find \d+, understand \d+; call and recover are judged for OpenAPI only\)/,
    );
    expect(advice).not.toContain('answer');
    expect(advice).not.toContain('name');
  });

  it('rejects a baseline that is neither read nor written', async () => {
    const files = { 'weak.yaml': weak };
    const { code, stderr } = await call(['lint', 'weak.yaml', '--baseline', 'known.json'], { files });
    expect([code, stderr]).toEqual([2, expect.stringContaining('--baseline needs --new-only')]);
  });

  it('reports only findings that are not in the baseline', async () => {
    const files: Record<string, unknown> = { 'weak.yaml': weak };
    const written = await call(['lint', 'weak.yaml', '--baseline', 'known.json', '--write-baseline'], { files });
    expect(written).toMatchObject({ code: 0, stdout: '' });
    expect(written.stderr).toMatch(/Wrote the baseline to known\.json \(\d+ findings\)/);
    const again = ['lint', 'weak.yaml', '--baseline', 'known.json', '--new-only', '--json'];
    expect((await call(again, { files })).code).toBe(0);
    const text = await call(again.slice(0, -1), { files });
    expect(text.stdout).toMatch(/0 errors, 0 warnings, 0 infos[\s\S]*\d+ known findings of the baseline omitted/);
    const more = weak.replace('woId: {type: integer}', 'woId: {type: integer}\n                note: {}');
    const changed = await call(again, { files: { ...files, 'weak.yaml': more } });
    const found = JSON.parse(changed.stdout).documents[0].findings as { rule: string }[];
    expect(found.map(({ rule }) => rule).sort()).toEqual(['parameter-undescribed', 'parameter-untyped']);
    expect((await call(['lint', 'weak.yaml', '--new-only'], { files })).code).toBe(2);
  });

  it('compares texts by meaning unless --meaning is off, and reports which', async () => {
    const get = (operationId: string, summary: string) => ({ get: { operationId, summary } });
    const paths = {
      '/photos': get('album_photos', 'Get the photos of an album'),
      '/pictures': get('album_pictures', 'Fetch the pictures in an album'),
    };
    const files = { 'a.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths }) };
    const lint = async (...more: string[]) => {
      const { stdout } = await call(['lint', 'a.json', '--json', ...more], { files });
      const [{ likeness, findings }] = JSON.parse(stdout).documents;
      const rules = (findings as { rule: string }[]).map(({ rule }) => rule);
      return { likeness, similar: rules.includes('operations-too-similar') };
    };
    expect(await lint()).toEqual({ likeness: expect.stringContaining('instant'), similar: true });
    expect(await lint('--meaning', 'off')).toEqual({ likeness: 'words', similar: false });
    const { stdout } = await call(['lint', 'a.json', '--all', '--meaning', 'off'], { files });
    expect(stdout).toContain('texts compared by their words\n');
    expect((await call(['lint', 'a.json', '--meaning', 'perhaps'], { files })).code).toBe(2);
  });

  it('makes safe edits and changes nothing else', async () => {
    const yaml = `# kept\n${weak.replace('summary: Close WO', 'summary: "Deprecated: close WO"')}`;
    const files: Record<string, unknown> = { 'weak.yaml': yaml };
    await call(['lint', 'weak.yaml', '--fix'], { files });
    expect(files['weak.yaml']).toBe(yaml.replace('      operationId:', '      deprecated: true\n      operationId:'));
    const json = {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: { '/a': { get: { summary: 'Deprecated' } } },
    };
    files['a.json'] = JSON.stringify(json);
    await call(['lint', 'a.json', '--fix'], { files });
    expect(JSON.parse(String(files['a.json'])).paths['/a'].get).toEqual({ deprecated: true, summary: 'Deprecated' });
  });

  it('lets the rule about several documents be set, explained and suppressed like any other', async () => {
    const ignore = 'ignore: [{rule: cross-provider-collision, reason: Two versions of one API}]';
    const files = { 'one.yaml': strong, 'two.yaml': strong, 'ours.yaml': ignore };
    const both = ['lint', 'one.yaml', 'two.yaml', '--fail-on', 'warning'];
    const found = await call(both, { files });
    expect([found.code, /two\.yaml:\d+:\d+: warning: .*\[cross-provider-collision\]/.test(found.stdout)]).toEqual([
      1,
      true,
    ]);
    expect((await call([...both, '--rule', 'cross-provider-collision=off'], { files })).code).toBe(0);
    expect(await call([...both, '--config', 'ours.yaml'], { files })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('suppressed with a reason'),
    });
    const { runs } = JSON.parse((await call([...both, '--format', 'sarif'], { files })).stdout);
    const [{ results, tool }] = runs as [
      { results: { ruleId: string; ruleIndex: number }[]; tool: { driver: { rules: { id: string }[] } } },
    ];
    expect(results.map(({ ruleIndex }) => tool.driver.rules[ruleIndex]?.id)).toEqual(
      results.map(({ ruleId }) => ruleId),
    );
    expect((await call(['lint', '--explain', 'cross-provider-collision'])).stdout).toContain('PROF-SEC-10');
  });

  it('escapes characters that change the text direction in HTML', async () => {
    const files = { 'turned.yaml': weak.replace('title: Workshop', 'title: "safe\\u202etxet<b>"') };
    const { stdout } = await call(['lint', 'turned.yaml', '--format', 'html'], { files });
    expect(stdout).toContain('safe[U+202E]txet&lt;b&gt;');
    expect(stdout).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  it('takes folders and patterns, and shows the documents one after the other', async () => {
    const files = {
      'apis/one.yaml': strong,
      'apis/more/two.yml': weak,
      'apis/package.json': '{"name": "x"}',
      'apis/notes.yaml': 'title: notes',
    };
    const folder = await call(['lint', 'apis'], { files });
    expect(folder.stdout).toMatch(
      /apis\/more\/two\.yml: score \d+[\s\S]*apis\/one\.yaml: score 100[\s\S]*2 documents, scores from/,
    );
    expect(folder.stdout).not.toContain('notes');
    const some = await call(['lint', 'apis/**/*.yml', '--json'], { files });
    expect(JSON.parse(some.stdout).documents.map(({ uri }: { uri: string }) => uri)).toEqual(['apis/more/two.yml']);
    const uris = async (pattern: string) =>
      JSON.parse((await call(['lint', pattern, '--json'], { files })).stdout).documents.map(
        ({ uri }: { uri: string }) => uri,
      );
    expect(await uris('apis/**/*.{yml,yaml}')).toEqual(['apis/more/two.yml', 'apis/notes.yaml', 'apis/one.yaml']);
    expect(await uris('/work/apis/o*.yaml')).toEqual(['apis/one.yaml']);
    expect(await call(['lint', 'apis/*.toml'], { files })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no file matches'),
    });
  });

  it('starts with the score, what raises it most and the rules with most findings', async () => {
    const { stdout } = await call(['lint', 'weak.yaml'], { files: { 'weak.yaml': weak } });
    expect(stdout).toMatch(/^weak\.yaml: score \d+ of 100 \(find \d+, understand \d+, call \d+, recover \d+\)\n/);
    expect(stdout).toMatch(/raises the score most\n {4}\+\d/);
    expect(stdout).toMatch(/these 3 of \d+ rules account for \d+ % of all errors and warnings\n/);
    const [, named = ''] = /most findings: ([^;]*);/.exec(stdout) ?? [];
    for (const [, rule = ''] of named.matchAll(/([a-z-]+) \d+/g)) expect(stdout).toContain(`[${rule}]`);
    const all = await call(['lint', 'weak.yaml', '--all'], { files: { 'weak.yaml': weak } });
    expect(all.stdout).toMatch(/these 3 of \d+ rules account for \d+ % of all\n/);
  });

  it('writes GitLab, Checkstyle, Markdown and a badge', async () => {
    const hostile = weak.replace('title: Workshop', 'title: "a|b <img src=x>"');
    const write = async (format: string) =>
      (await call(['lint', 'weak.yaml', '--format', format], { files: { 'weak.yaml': hostile } })).stdout;
    const levels: (string | undefined)[] = ['error', 'warning', 'info'];
    const issues = JSON.parse(await write('gitlab')) as { fingerprint: string; location: { path: string } }[];
    expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);
    expect(issues[0]).toMatchObject({ type: 'issue', location: { path: 'weak.yaml' } });
    expect(await write('checkstyle')).toMatch(
      /<file name="weak\.yaml">\n {4}<error line="\d+" column="\d+" severity="/,
    );
    const markdown = await write('markdown');
    expect(markdown).toContain('## a\\|b \\<img src=x\\>');
    expect(markdown).toContain('| points | what raises the score most | operations |');
    expect(markdown).toMatch(
      /Most findings: `[a-z-]+` \d+, .* These 3 of \d+ rules account for \d+ % of all errors and warnings\./,
    );
    const weighty = [...markdown.matchAll(/^\| (?:error|warning) \| `[a-z-]+` \| (\d+)/gm)].map(([, count]) =>
      Number(count),
    );
    const [, errors, warnings] = /; (\d+) errors, (\d+) warnings/.exec(markdown) ?? [];
    expect(weighty.reduce((sum, count) => sum + count, 0)).toBe(Number(errors) + Number(warnings));
    const ranks = [...markdown.matchAll(/^\| (error|warning|info) \| `/gm)].map(([, severity]) => severity);
    expect(ranks).toEqual([...ranks].sort((one, other) => levels.indexOf(one) - levels.indexOf(other)));
    expect(await write('badge')).toMatch(/^<svg [^>]*aria-label="agent-friendly: \d+">/);
  });

  it('lists the rules, and runs rules of a module', async () => {
    const rule = {
      id: 'title-short',
      requirement: 'OURS-01',
      severity: 'warning',
      message: 'The title {title} is short.',
      why: 'People search for it.',
      help: 'Write at least twenty characters.',
      check(api: { root: { info: { title: string } } }, report: (pointer: string, parameters: object) => void) {
        if (api.root.info.title.length < 20) report('/info/title', { title: api.root.info.title });
      },
    };
    const files = { 'weak.yaml': weak };
    const own = { files, modules: { 'ours.mjs': { rules: [rule] } } };
    expect((await call(['lint', '--list-rules', '--rules', 'ours.mjs'], own)).stdout).toMatch(/title-short\s.*OURS-01/);
    const explained = await call(['lint', '--explain', 'title-short', '--rules', 'ours.mjs'], own);
    expect(explained.stdout).toContain('People search for it.');
    const { stdout } = await call(['lint', 'weak.yaml', '--rules', 'ours.mjs', '--rule', 'title-short=error'], own);
    expect(stdout).toContain('error: The title Workshop is short. [title-short]');
    const faulty = { files, modules: { 'ours.mjs': { rules: [{ ...rule, id: 'summary-missing' }, { id: 'x' }] } } };
    const { stderr, code } = await call(['lint', 'weak.yaml', '--rules', 'ours.mjs'], faulty);
    expect(code).toBe(2);
    expect(stderr).toMatch(/there is a rule summary-missing already.*rule 2: .*check must be a function/s);
    const throwing = { ...rule, check: () => JSON.parse('{') };
    expect(
      (
        await call(['lint', 'weak.yaml', '--rules', 'ours.mjs'], {
          files,
          modules: { 'ours.mjs': { rules: [throwing] } },
        })
      ).stderr,
    ).toContain('the rule title-short failed');
  });

  it('takes severities from a Spectral ruleset, and names what has no counterpart', async () => {
    const ruleset = 'extends: spectral:oas\nrules:\n  oas3-parameter-description: off\n  path-params: error\n';
    const files = { 'weak.yaml': weak, '.spectral.yaml': ruleset };
    const { stderr, stdout } = await call(['lint', 'weak.yaml', '--json'], { files });
    expect(stderr).toContain('.spectral.yaml sets the severity of 1 rule');
    expect(stderr).toContain('no counterpart of path-params');
    expect(stdout).not.toContain('lint/parameter-undescribed');
  });

  it('applies the overrides of a Spectral ruleset to the documents that they name', async () => {
    const override = (files: string[], level: string) => ({ files, rules: { 'oas3-parameter-description': level } });
    const ruleset = {
      overrides: [
        override(['old/**/*.yaml'], 'off'),
        override(['*.yaml#/paths'], 'off'),
        override(['late.yaml'], 'warn'),
      ],
    };
    const files = {
      'old/weak.yaml': weak,
      'old/late.yaml': weak,
      'weak.yaml': weak,
      '.spectral.yaml': JSON.stringify(ruleset),
    };
    const names = ['old/weak.yaml', 'old/late.yaml', 'weak.yaml'];
    const { stderr, stdout } = await call(['lint', ...names, '--json'], { files });
    const { documents } = JSON.parse(stdout) as { documents: { findings: { code: string; severity: string }[] }[] };
    const levels = documents.map(
      ({ findings }) => findings.find(({ code }) => code === 'lint/parameter-undescribed')?.severity,
    );
    expect(levels).toEqual([undefined, 'warning', 'info']);
    expect(stderr).toContain('no counterpart of *.yaml#/paths');
  });

  it('takes the strictest of several Spectral rules that are one rule here, and knows only rules of both linters', async () => {
    const { rules } = await import('@dragoman/lint');
    const own = new Set(rules.map(({ id }) => id));
    const settings = (...pairs: [string, string][]) => ({ rules: Object.fromEntries(pairs) });
    const { levels } = readSpectralLevels(
      settings(['typed-enum', 'error'], ['duplicated-entry-in-enum', 'off'], ['oas3-unused-component', 'off']),
    );
    expect(levels).toEqual({ 'enum-invalid': 'error', 'component-unused': 'off' });
    expect(Object.values(counterparts).filter((id) => !own.has(id))).toEqual([]);
  });

  it('checks again after a change of a file with --watch', async () => {
    const files: Record<string, unknown> = { 'weak.yaml': weak };
    function* changes() {
      files['weak.yaml'] = strong;
      yield;
    }
    const { stdout } = await call(['lint', 'weak.yaml', '--watch'], { files, changes });
    expect(stdout).toMatch(/weak\.yaml: score [1-9]\d? of 100[\s\S]*weak\.yaml: score 100 of 100/);
    expect((await call(['lint', '-', '--watch'], { stdin: strong })).code).toBe(2);
  });

  it('explains a rule', async () => {
    const { stdout, code } = await call(['lint', '--explain', 'use-when-missing']);
    expect(code).toBe(0);
    expect(stdout).toContain('PROF-DESC-10');
    expect((await call(['lint', '--explain', 'nothing'])).code).toBe(2);
  });

  it('[PROF-LANG-01] words findings as recommendations, with severities that can be changed per rule', async () => {
    const files = { 'weak.yaml': weak };
    const { stdout } = await call(['lint', 'weak.yaml', '--all', '--rule', 'use-when-missing=error'], { files });
    expect(stdout).toContain('recommended');
    expect(stdout).toMatch(/error: .*\[use-when-missing\]/);
    expect(stdout).not.toMatch(/violat/);
    const off = await call(['lint', 'weak.yaml', '--rule', 'use-when-missing=off'], { files });
    expect(off.stdout).not.toContain('use-when-missing]');
  });
});

describe('lint of tools', () => {
  it('checks lists of MCP tools with the rules that apply to them', async () => {
    const tools = [{ name: 'close', description: 'Closes it', inputSchema: { type: 'object', properties: { a: {} } } }];
    const { stdout } = await call(['lint', 'tools.json', '--json'], {
      files: { 'tools.json': JSON.stringify({ tools }) },
    });
    const [document] = JSON.parse(stdout).documents;
    expect(document.target).toBe('tools');
    const rules = document.findings.map(({ rule }: { rule: string }) => rule);
    expect(rules).toEqual(
      expect.arrayContaining(['parameter-untyped', 'description-restates-name', 'input-object-open']),
    );
    expect(rules).not.toContain('error-response-missing');
  });
});
