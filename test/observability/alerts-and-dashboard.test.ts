import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { createMetrics } from '../../src/lib/metrics.ts';
import { documentedMetrics } from './documented-metrics.ts';

/** Everything that the alert rules and the dashboard in deploy/ name exists: metrics, their labels, and values of labels. */

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

type Rule = {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: Record<string, string>;
};
const rules: Rule[] = parse(read('deploy/prometheus/alerts.yml')).groups[0].rules;

type Panel = { type: string; title: string; targets?: { expr: string }[] };
const dashboard: { panels: Panel[] } = JSON.parse(read('deploy/grafana/parley.json'));

/** Labels that Prometheus adds to each series; it renames a label of ours that is called as one of its own. */
const OF_PROMETHEUS = ['instance', 'job', 'le'];
const RENAMED: Record<string, string> = { exported_job: 'job' };

const SEVERITIES = ['critical', 'warning', 'info'];

/** Returns the metrics of an expression with their selectors, without those of functions. */
function metricsIn(expr: string): { name: string; selector: string }[] {
  const found = expr.matchAll(/\b((?:parley|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/g);
  return [...found].map(([, name, selector = '']) => ({ name: name!, selector }));
}

const dashboardExpressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const expressions = [...rules.map(({ expr }) => expr), ...dashboardExpressions];

test('every metric that alerts and dashboard name is exposed, with the labels that they select by', async () => {
  const text = await createMetrics().registry.metrics();
  const ofProcess = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!));
  const documented = documentedMetrics();
  const faults: string[] = [];
  for (const { name, selector } of expressions.flatMap(metricsIn)) {
    const base = name.replace(/_(?:bucket|count|sum)$/, '');
    const isKnown = name === 'up' || ofProcess.has(name) || documented.get(base)?.type === 'histogram';
    if (!isKnown) faults.push(`${name} is not exposed`);
    const labels = documented.get(name)?.labels ?? documented.get(base)?.labels ?? [];
    for (const [, label] of selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)) {
      const own = RENAMED[label!];
      const isThere = own ? labels.includes(own) : [...labels, ...OF_PROMETHEUS].includes(label!);
      if (!isThere) faults.push(`${name} has no label ${label}`);
    }
  }
  assert.deepEqual(faults, []);
});

test('values of labels in alerts are ones that exist', () => {
  const page = read('docs/observability.md');
  const faults = rules.flatMap(({ alert, expr }) =>
    [...expr.matchAll(/(reason|outcome|state|task)(?:=~|!~|=)"([^"]+)"/g)].flatMap(([, label, values]) =>
      values!
        .split('|')
        .filter((value) => !new RegExp(`\\b${value}\\b`).test(page))
        .map((value) => `${alert}: ${label} ${value}`),
    ),
  );
  assert.deepEqual(faults, []);
});

test('the dashboard shows every metric that is documented', () => {
  const shown = new Set(
    dashboardExpressions.flatMap(metricsIn).map(({ name }) => name.replace(/_(?:bucket|count|sum)$/, '')),
  );
  assert.deepEqual(
    [...documentedMetrics().keys()].filter((name) => !shown.has(name)),
    [],
  );
  const titles = dashboard.panels.map(({ title }) => title);
  assert.ok(titles.length > 25 && titles.every(Boolean));
});

test('each alert has a severity and words for people, a row in the documentation, and a unit test', () => {
  const page = read('docs/observability.md');
  const tested: { tests: { alert_rule_test: { alertname: string; exp_alerts?: unknown[] }[] }[] } = parse(
    read('deploy/prometheus/alerts.test.yml'),
  );
  const fired = tested.tests
    .flatMap((one) => one.alert_rule_test)
    .flatMap(({ alertname, exp_alerts = [] }) => (exp_alerts.length > 0 ? [alertname] : []));
  for (const { alert, labels, annotations } of rules) {
    assert.ok(SEVERITIES.includes(labels.severity), alert);
    assert.ok(annotations.summary && annotations.description, alert);
    assert.match(page, new RegExp(`^\\| \`${alert}\` \\| ${labels.severity} \\| .{20}`, 'm'));
    assert.ok(fired.includes(alert), `${alert} is not fired in alerts.test.yml`);
  }
  assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
});
