import { exampleSignals } from '../src/domain/signals/example-signals.ts';
import { wilson } from '../src/domain/signals/labels/estimate-quality.ts';
import { createTextMatcher } from '../src/domain/signals/phrases.ts';
import labelled from './data/example-calls.json' with { type: 'json' };

/**
 * `node bench/example-signals.ts`: measures the phrases of the example signals on invented, labelled sentences of customers; see
 * docs/signals.md.
 */

type Sentences = { right: string[]; wrong: string[] };

const total = { found: 0, right: 0, fired: 0 };

const percent = (part: number, all: number): string => {
  if (all === 0) return '–';
  const { low, high } = wilson(part, all);
  const [share, from, to] = [part / all, low, high].map((value) => (100 * value).toFixed(0));
  return `${share} % (${from} to ${to}), ${part} of ${all}`;
};

console.log('| signal | precision | recall |\n|---|---|---|');
for (const {
  signal: { signalName: name, phrases },
} of exampleSignals()) {
  const sentences = (labelled as Record<string, Sentences>)[name];
  if (!sentences) throw new Error(`bench/data/example-calls.json has no sentences for ${name}`);
  const fires = (text: string): boolean => {
    const entries = [{ text }];
    const call = { kind: 'meeting' as const, title: '', startedAt: '', participants: [], entries };
    return createTextMatcher(call).find(phrases).phrases.length > 0;
  };
  const found = sentences.right.filter(fires).length;
  const fired = found + sentences.wrong.filter(fires).length;
  total.found += found;
  total.right += sentences.right.length;
  total.fired += fired;
  console.log(`| ${name} | ${percent(found, fired)} | ${percent(found, sentences.right.length)} |`);
}
console.log(`| all | ${percent(total.found, total.fired)} | ${percent(total.found, total.right)} |`);
