import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { openDatabase } from '../../src/db/database.ts';
import { createLog } from '../../src/lib/log.ts';

/**
 * A server that does no more for a page than has to be done in Node: it runs the statement of the page and sends bytes that were made
 * before. It has no routes, keys, parameters, log or metrics, and makes nothing of the rows. The benchmark starts it as a
 * process of its own, with the file of its task in `BARE_TASK_FILE`.
 */
export type BareTask = {
  port: number;
  databaseUrl: string;
  statement: { name: string; text: string; binary?: true };
  values: unknown[];
  /** The body of each response, in base64, and its headers. */
  body: string;
  headers: Record<string, string>;
};

const { port, databaseUrl, statement, values, body, headers }: BareTask = JSON.parse(
  readFileSync(process.env.BARE_TASK_FILE!, 'utf8'),
);
const bytes = Buffer.from(body, 'base64');
const db = openDatabase({ connectionString: databaseUrl }, createLog('silent'));

const server = createServer(async (_request, response) => {
  await db.quick.query(statement, values);
  response.writeHead(200, { ...headers, 'Content-Length': bytes.length });
  response.end(bytes);
});
server.listen(port, '127.0.0.1');
process.once('SIGINT', () => process.exit(0));
