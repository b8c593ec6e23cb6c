import { presentSession } from '../domain/sessions/present-session.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { Session, sessionExample } from './schemas/session.ts';

const MAX_KEY_LENGTH = 256;
const MAX_BODY_BYTES = 4096;

export const createSessionEndpoint = defineEndpoint({
  operationId: 'createSession',
  address: 'api',
  method: 'POST',
  path: '/admin/v1/session',
  scope: null,
  tag: 'Session',
  summary: 'Sign in',
  description:
    'Exchanges an API key for a session of 12 hours, in the cookie `parley_session` (`__Host-parley_session` over https), ' +
    "which stands in for the key at the API's address. The session ends at once with its key. Scripts send the key itself " +
    'and need no session.',
  body: {
    schema: Type.Object(
      {
        key: Type.String({
          minLength: 1,
          maxLength: MAX_KEY_LENGTH,
          description: 'A key of the organization.',
        }),
      },
      { title: 'SignIn' },
    ),
    example: { key: 'parley_EXAMPLEexampleEXAMPLEexampleEX0a1B2c' },
    maxBytes: MAX_BODY_BYTES,
  },
  answers: {
    200: {
      description: 'The session; the Set-Cookie header holds its token.',
      schema: Session,
      example: sessionExample,
    },
    401: { description: 'The API key is malformed, unknown, expired or revoked.' },
    403: { description: 'The Origin header names another site.' },
    429: {
      description:
        'There were too many sign-ins with invalid keys from this address or in total, or the key has started too ' +
        'many sessions; the Retry-After header says when to retry. A valid key is never refused because of ' +
        'failures of others.',
    },
    503: {
      description:
        'The database cannot be reached, or the service is overloaded; the Retry-After header says when to retry.',
    },
  },
  async handle({ body, headers, method, peer, requestId, vouch }, { db, signIns, cookies }) {
    // Prevents a foreign page from signing a user in, unnoticed, to another organization.
    if (headers.origin !== undefined) cookies.refuseForeignOrigin(method, headers);
    const { token, maxAgeSeconds, holder } = await signIns.signIn(body.key, { peer, requestId });
    vouch();
    return {
      status: 200,
      headers: { 'Set-Cookie': cookies.set(token, maxAgeSeconds), 'Cache-Control': 'no-store' },
      body: await presentSession(db, holder),
    };
  },
});
