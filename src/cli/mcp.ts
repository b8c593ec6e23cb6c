import type { Command } from 'commander';
import { type CliContext, UsageError } from './context.ts';
import { checkTarget, relayMessages } from './mcp/relay.ts';

const EXAMPLES = `
Examples:
  PARLEY_API_KEY=… parley mcp
  PARLEY_API_KEY=… parley mcp --url https://parley.example.com

MCP clients start it and speak with it on stdin and stdout. It passes their messages to /mcp of the API, so it needs a URL and a
key, and no access to the database. The URL is --url, or else PARLEY_PUBLIC_URL, or the address that PARLEY_HOST and
PARLEY_API_PORT name.`;

/** `parley mcp` */
export function addMcp(program: Command, { settings }: CliContext): void {
  program
    .command('mcp')
    .description('Give an agent on this computer the tools that read Parley (stdio).')
    .option('--url <url>', 'the URL of the API')
    .addHelpText('after', EXAMPLES)
    .action(async ({ url }: { url?: string }) => {
      const { host, apiPort, publicUrl, apiKey } = settings().config;
      if (apiKey === undefined) throw new UsageError('PARLEY_API_KEY must be set to a key of the API');
      const base = url ?? publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${apiPort}`;
      if (!/^https?:\/\//i.test(base) || !URL.canParse(base)) {
        throw new UsageError('--url must be a URL that begins with http:// or https://');
      }
      const target = { url: `${base.replace(/\/+$/, '')}/mcp`, key: apiKey };
      await checkTarget(target);
      await relayMessages(target, process.stdin, process.stdout);
    });
}
