import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { tokenBound } from '../../src/lib/token-bound.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Agent, connectAgent } from './agent.ts';
import { fillForBudgets, randomCall } from './random-calls.ts';

/** `node bench/mcp-budgets.ts` does 10,000. */
const CALLS = 300;
const SEED = 20_261;

let service: TestService;
let agents: Agent[];
before(async () => {
  service = await startService();
  agents = [await connectAgent(service, { era: 'of 2025' }), await connectAgent(service, { era: 'of 2026' })];
});
after(async () => {
  for (const agent of agents ?? []) await agent.close();
  await service?.stop();
});

test('no answer has more tokens than its call allows, and every entry that it shows is whole and cited', async () => {
  const filled = await fillForBudgets(service);
  const next = randomCall(filled, SEED);
  let shown = 0;
  for (let count = 0; count < CALLS; count++) {
    const { tool, args, maxTokens } = next();
    const told = await agents[count % 2]!.call(tool, args);
    const tokens = tokenBound(told.json);
    const call = `${tool} ${JSON.stringify(args)}`;
    assert.ok(tokens <= maxTokens, `${call}: ${tokens} tokens`);
    for (const line of told.text.split('\n').filter((one) => one.startsWith('> '))) {
      const [, citation, said] = /^> (?:~ )?\[([^\]]+)\] (.*)$/.exec(line) ?? [];
      assert.ok(citation, `${call}: ${line}`);
      assert.ok(filled.isSaid(tool, citation, said!), `${call}: ${line.slice(0, 200)}`);
      shown++;
    }
  }
  assert.ok(shown > CALLS, `${shown} entries were shown`);
});
