import { MAX_CURSOR_CHARACTERS } from '../../domain/changes/cursor.ts';
import { ENTITY_TYPES } from '../../domain/events/record-event.ts';
import { OUTCOMES } from '../../domain/webhooks/attempts.ts';
import { FORMATS } from '../../domain/webhooks/message.ts';
import { STATES } from '../../domain/webhooks/present-webhook.ts';
import { SIGNINGS } from '../../domain/webhooks/webhook-keys.ts';
import { integer, required } from '../../http/params.ts';
import { Type } from '../../lib/schema-types.ts';
import { DateTime, MAX_ID, Text } from './common.ts';

const MAX_URL_CHARACTERS = 2048;
const MAX_DESCRIPTION_CHARACTERS = 1000;
const MAX_SIGNAL_IDS = 100;

/** The path parameter of a webhook. */
export const webhookIdParam = required(
  integer({ description: 'Identifier of the webhook.', minimum: 1, maximum: MAX_ID, example: 3 }),
);

/** The response to keys that may not see what the webhook is sent. */
export const HIDDEN_TYPES = {
  description:
    'The API key lacks the scope of the operation or a scope of what the webhook is sent (as for GET /v1/changes), or a ' +
    'change by session has a wrong Origin.',
};

const Url = Text(
  'The http or https URL that messages are posted to, without a user name or password. Addresses that are not public ' +
    'are refused, here and when connecting, unless PARLEY_FETCH_ALLOW names them.',
  { minLength: 1, maxLength: MAX_URL_CHARACTERS },
);

const TypesOf = (description: string) =>
  Type.Array(Type.Enum([...ENTITY_TYPES], { type: 'string' }), {
    minItems: 1,
    maxItems: ENTITY_TYPES.length,
    description,
  });

const Types = TypesOf('The types of entities whose changes are sent.');

const SignalIds = Type.Array(
  Type.Integer({ minimum: 1, maximum: MAX_ID, description: 'Identifier of a signal.' }),
  {
    maxItems: MAX_SIGNAL_IDS,
    description: 'Only executions of these signals are sent. An empty list stands for all signals.',
  },
);

const Format = Type.Enum([...FORMATS], {
  description:
    '`standard`: messages as Standard Webhooks specifies. `slack`: a new match of a signal as text for an incoming webhook ' +
    'of Slack.',
});

const Signing = Type.Enum([...SIGNINGS], {
  description:
    '`hmac`: signatures `v1` with a shared secret, which every library for Standard Webhooks verifies. `ed25519`: ' +
    'signatures `v1a`, which are verified with a public key.',
});

const Description = Text('A note for people.', { maxLength: MAX_DESCRIPTION_CHARACTERS });
const Enabled = Type.Boolean({
  description: 'Whether messages are sent. A webhook that is enabled again goes on where it stopped.',
});

const AfterCursor = (note = '') =>
  Text(`A cursor of the feed of changes: the first message is about the change after it.${note}`, {
    minLength: 1,
    maxLength: MAX_CURSOR_CHARACTERS,
  });

/** A webhook to be created. */
export const NewWebhookBody = Type.Object(
  {
    url: Url,
    types: Type.Optional(
      TypesOf(
        'The types of entities whose changes are sent. By default all that the key may see; for Slack, `execution`.',
      ),
    ),
    signalIds: Type.Optional(SignalIds),
    description: Type.Optional(Description),
    format: Type.Optional({ ...Format, default: 'standard' as const }),
    signing: Type.Optional({ ...Signing, default: 'hmac' as const }),
    enabled: Type.Optional({ ...Enabled, default: true }),
    after: Type.Optional({ ...AfterCursor(' `now`: only what changes from now on.'), default: 'now' }),
  },
  { title: 'CreateWebhook' },
);

/** Changes to a webhook. */
export const WebhookChangesBody = Type.Object(
  {
    url: Type.Optional(Url),
    types: Type.Optional(Types),
    signalIds: Type.Optional(SignalIds),
    description: Type.Optional(Description),
    format: Type.Optional(Format),
    enabled: Type.Optional(Enabled),
  },
  { title: 'UpdateWebhook' },
);

/** From where a webhook sends again. */
export const ReplayBody = Type.Object({ after: AfterCursor() }, { title: 'ReplayWebhook' });

const PublicKey = Text('The public key that verifies signatures `v1a`: `whpk_` and base64.');

const Missed = Type.Object(
  {
    changes: Type.Integer({ minimum: 1, description: 'The number of changes, of all types.' }),
    at: DateTime('When it was noticed last.'),
    message: Text('What happened and what to do.'),
  },
  { title: 'MissedChanges' },
);

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const fields = {
  id: Text('Identifier of the webhook.'),
  url: Text('The URL that messages are posted to.'),
  description: Type.Optional(Description),
  types: Types,
  signalIds: Type.Optional(SignalIds),
  format: Format,
  signing: Signing,
  publicKey: Type.Optional(PublicKey),
  previousPublicKeys: Type.Optional(
    Type.Array(PublicKey, {
      description: 'Earlier keys that still sign, because the key was changed less than 24 hours ago.',
    }),
  ),
  previousKeysUntil: Type.Optional(DateTime('When the last of the earlier keys ceases to sign.')),
  enabled: Enabled,
  state: Type.Enum([...STATES], {
    type: 'string',
    description:
      '`active`: the latest attempt succeeded, or there was none. `retrying`: attempts have failed since the last one that ' +
      'succeeded. `failing`: for 5 days only; one attempt an hour is made until one succeeds. `disabled`: nothing is sent.',
  }),
  reason: Type.Optional(Text('Why the latest attempt failed, or why the webhook was disabled.')),
  cursor: Text(
    'The place in the feed of changes that the webhook has reached; it can be given to `after` of GET /v1/changes.',
  ),
  behind: Count('The number of changes after that place, of all types.'),
  pending: Count('The number of changes up to that place whose delivery failed and is tried again.'),
  lagSeconds: Count('The age of the oldest change that is not delivered yet; 0 if there is none.'),
  missed: Type.Optional({
    ...Missed,
    description: 'Changes that can no longer be sent; omitted if there are none.',
  }),
  pausedUntil: Type.Optional(
    DateTime(
      'Nothing is sent before this time, because the receiver asked for a pause (Retry-After), it is taken to be away and is tried with single messages, or 1,000 changes wait to be sent again.',
    ),
  ),
  failingSince: Type.Optional(DateTime('When the first of the failures in a row happened.')),
  lastSuccessAt: Type.Optional(DateTime('When an attempt succeeded last.')),
  lastFailureAt: Type.Optional(DateTime('When an attempt failed last.')),
  createdAt: DateTime('When it was created.'),
  updatedAt: DateTime('When its settings or its key were changed last.'),
};

/** A webhook without its secret. */
export const Webhook = Type.Object(fields, { title: 'Webhook' });

/** A webhook as it is shown once, with its secret. */
export const WebhookWithSecret = Type.Object(
  {
    ...fields,
    secret: Type.Optional(
      Text(
        'With `hmac`: the secret that signs, `whsec_` and base64. It is shown in this response only. With `ed25519` ' +
          'there is none.',
      ),
    ),
  },
  { title: 'WebhookWithSecret' },
);

/** An attempt to deliver a message. */
export const Delivery = Type.Object(
  {
    id: Text('Identifier of the attempt.'),
    messageId: Text('The header `webhook-id`, which is the same for all attempts of a message.'),
    type: Text('What the message is about, such as `meeting.updated`, or `webhook.test`.'),
    entityId: Type.Optional(Text('Identifier of the entity that changed.')),
    position: Type.Optional(Text('Position of the change in the feed.')),
    replayAfter: Type.Optional(
      Text(
        'The cursor before the change: given to `after` of a replay, it sends this change and all that follow again.',
      ),
    ),
    attempt: Type.Integer({ minimum: 1, description: 'Number of the attempt, counted from 1.' }),
    status: Type.Enum([...OUTCOMES], { type: 'string', description: 'Whether the attempt succeeded.' }),
    httpStatus: Type.Optional(Type.Integer({ description: 'The HTTP status, if the receiver answered.' })),
    error: Type.Optional(Text('Why the attempt failed.')),
    ms: Count('How long the attempt took, in milliseconds.'),
    answer: Type.Optional(
      Text(
        'The first 2 KiB of the answer. Receivers may answer with what they were sent, so a key sees it if it has the scope of ' +
          'the entity that changed.',
      ),
    ),
    at: DateTime('When the attempt began.'),
    nextAttemptAt: Type.Optional(DateTime('When the message is sent again, at the earliest.')),
  },
  { title: 'WebhookDelivery' },
);

export const webhookExample = {
  id: '3',
  url: 'https://hooks.example.com/parley',
  description: 'Warehouse',
  types: ['meeting', 'execution'],
  format: 'standard',
  signing: 'hmac',
  enabled: true,
  state: 'active',
  cursor: 'x4Jm0Q1lMS4xLnpzLmxq',
  behind: 0,
  pending: 0,
  lagSeconds: 0,
  lastSuccessAt: '2026-01-31T10:16:02.310Z',
  createdAt: '2026-01-05T08:00:00Z',
  updatedAt: '2026-01-05T08:00:00Z',
};

export const webhookWithSecretExample = {
  ...webhookExample,
  secret: 'whsec_RVhBTVBMRSBleGFtcGxlIEVYQU1QTEUgZXhhbXBsZSE=',
};

export const deliveryExample = {
  id: '90210',
  messageId: 'msg_3_1287_mkz1c2x4',
  type: 'meeting.updated',
  entityId: '1042',
  position: '1287',
  replayAfter: 'x4Jm0Q1lMS4xLnpxLjA',
  attempt: 1,
  status: 'failed',
  httpStatus: 503,
  error: 'The receiver answered 503',
  ms: 41,
  answer: 'Service Unavailable',
  at: '2026-01-31T10:16:00.211Z',
  nextAttemptAt: '2026-01-31T10:16:05.480Z',
};
