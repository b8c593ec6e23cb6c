import { spawnSync } from 'node:child_process';

/**
 * Fails if a runtime dependency of Parley has a known vulnerability of high or critical severity; others are listed.
 * Only the registry knows the vulnerabilities. If it does not answer, for example offline, the script reports that and
 * does not fail.
 */

const LIMIT_MS = 60_000;
const FAILING = ['high', 'critical'];

type Vulnerability = {
  name: string;
  severity: string;
  range: string;
  via: (string | { title: string; url: string })[];
  fixAvailable: boolean | { name: string; version: string };
};
type Report = {
  vulnerabilities?: Record<string, Vulnerability>;
  message?: string;
  error?: { summary?: string };
};

process.exitCode = audit() ? 0 : 1;

function audit(): boolean {
  const { stdout, error } = spawnSync('npm', ['audit', '--json', '--omit=dev'], {
    encoding: 'utf8',
    timeout: LIMIT_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const report = read(stdout);
  if (!report?.vulnerabilities) {
    const why = error?.message ?? report?.message ?? report?.error?.summary ?? 'no answer';
    console.log(`audit of dependencies skipped: the registry did not answer (${why})`);
    return true;
  }
  const found = Object.values(report.vulnerabilities);
  for (const one of found) console.log(describe(one));
  const failing = found.filter(({ severity }) => FAILING.includes(severity));
  console.log(
    `audit of dependencies: ${found.length} known vulnerabilities, ${failing.length} of them high or critical`,
  );
  return failing.length === 0;
}

function read(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return undefined;
  }
}

function describe({ name, severity, range, via, fixAvailable }: Vulnerability): string {
  const why = via
    .map((one) => (typeof one === 'string' ? `through ${one}` : `${one.title} ${one.url}`))
    .join('; ');
  const fix =
    typeof fixAvailable === 'object'
      ? `mended in ${fixAvailable.name} ${fixAvailable.version}`
      : fixAvailable
        ? 'a mend is there'
        : 'no mend yet';
  return `${severity}: ${name} ${range}: ${why}; ${fix}`;
}
