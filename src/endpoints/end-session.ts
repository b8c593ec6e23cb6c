import { defineEndpoint } from './define-endpoint.ts';

export const endSessionEndpoint = defineEndpoint({
  operationId: 'endSession',
  address: 'api',
  method: 'DELETE',
  path: '/admin/v1/session',
  scope: null,
  aboutSession: true,
  tag: 'Session',
  summary: 'Sign out',
  description:
    'Ends the session of the cookie within a second everywhere, and removes the cookie. The request also ' +
    'succeeds if there is no session or it has already ended.',
  answers: {
    204: { description: 'The session has ended.' },
    403: { description: 'The Origin header is missing or names another site.' },
    503: {
      description:
        'The database cannot be reached, or the service is overloaded; the Retry-After header says when to retry.',
    },
  },
  async handle({ headers, method, requestId }, { sessions, cookies }) {
    const token = cookies.read(headers);
    if (token !== undefined) {
      cookies.refuseForeignOrigin(method, headers);
      await sessions.end(token, requestId);
    }
    return { status: 204, headers: { 'Set-Cookie': cookies.set('', 0) } };
  },
});
