import { parseArgs } from 'node:util';
import { tokenBound } from '../src/lib/token-bound.ts';
import { connectAgent } from '../test/mcp/agent.ts';
import { fillForBudgets, randomCall } from '../test/mcp/random-calls.ts';
import { globalSetup, globalTeardown } from '../test/support/global-setup.ts';
import { startService } from '../test/support/service.ts';

/**
 * `node bench/mcp-budgets.ts [--calls 10000] [--seed 1]`: makes random calls of the tools for agents, in both eras of the
 * protocol, and exits with 1 if an answer has more tokens than its call allows. `npm test` does the same with 300 calls.
 */
const { values } = parseArgs({
  options: { calls: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});

await globalSetup();
try {
  await main(Number(values.calls), Number(values.seed));
} finally {
  await globalTeardown();
}

async function main(calls: number, seed: number): Promise<void> {
  const service = await startService({ logLevel: 'warn' });
  const agents = [
    await connectAgent(service, { era: 'of 2025' }),
    await connectAgent(service, { era: 'of 2026' }),
  ] as const;
  const next = randomCall(await fillForBudgets(service), seed);
  let over = 0;
  let errors = 0;
  let fullest = 0;
  for (let count = 0; count < calls; count++) {
    const { tool, args, maxTokens } = next();
    const { json, isError } = await agents[count % 2 === 0 ? 0 : 1].call(tool, args);
    const tokens = tokenBound(json);
    if (isError) errors++;
    fullest = Math.max(fullest, tokens / maxTokens);
    if (tokens <= maxTokens) continue;
    over++;
    console.log(`${tokens} of ${maxTokens} tokens: ${tool} ${JSON.stringify(args)}`);
  }
  console.log(
    `${calls} calls, ${errors} refused: ${over} over their budget; the fullest had ${(100 * fullest).toFixed(1)} %`,
  );
  if (over > 0) process.exitCode = 1;
  for (const agent of agents) await agent.close();
  await service.stop();
}
