import { presentSession } from '../domain/sessions/present-session.ts';
import { SESSION_ENDED } from '../http/authenticate.ts';
import { Fault } from '../lib/faults.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { Session, sessionExample } from './schemas/session.ts';

export const getSessionEndpoint = defineEndpoint({
  operationId: 'getSession',
  address: 'api',
  method: 'GET',
  path: '/admin/v1/session',
  scope: null,
  aboutSession: true,
  tag: 'Session',
  summary: 'Get the session',
  description: 'Returns the session of the cookie. A request with an API key has no session.',
  answers: {
    200: { description: 'The session.', schema: Session, example: sessionExample },
    401: { description: 'Nobody is signed in, or the session has ended.' },
    503: {
      description:
        'The database cannot be reached, or the service is overloaded; the Retry-After header says when to retry.',
    },
  },
  async handle({ headers, vouch }, { db, sessions, cookies }) {
    const token = cookies.read(headers);
    if (token === undefined) throw new Fault('unauthenticated', 'You are not signed in');
    const holder = await sessions.verify(token);
    if (!holder) throw new Fault('unauthenticated', SESSION_ENDED);
    vouch();
    return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: await presentSession(db, holder) };
  },
});
