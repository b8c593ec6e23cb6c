import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { PostGraphileConnectionFilterPreset } from 'postgraphile-plugin-connection-filter';

/** This program runs PostGraphile as its documentation recommends for production. Settings: DATABASE_URL, PORT. */

const MAX_BODY_BYTES = 5 * 1024 * 1024;

const instance = postgraphile({
  extends: [PostGraphileAmberPreset, PostGraphileConnectionFilterPreset],
  pgServices: [makePgService({ connectionString: process.env.DATABASE_URL, schemas: ['public'] })],
  grafserv: {
    graphqlPath: '/graphql',
    graphqlOverGET: true,
    graphiql: false,
    watch: false,
    maxRequestLength: MAX_BODY_BYTES,
  },
  grafast: { explain: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
await instance.getSchema();
server.listen(Number(process.env.PORT), '127.0.0.1');

process.on('SIGINT', async () => {
  server.close();
  server.closeAllConnections();
  await instance.release();
});
