import { SAID_BY } from '../../ai/types.ts';
import { foldPhrase } from '../../domain/signals/phrases.ts';
import { CONTEXT_SOURCES } from '../../domain/signals/signal-queries.ts';
import type { FaultSink } from '../../http/endpoint.ts';
import { Type } from '../../lib/schema-types.ts';
import { DateTime, Name, Text } from './common.ts';

const MAX_PROMPT_CHARACTERS = 10_000;
const MAX_PHRASES = 100;
const MAX_PHRASE_CHARACTERS = 200;
const MAX_FOLLOW_UP_PROMPTS = 20;
const MAX_FOLLOW_UP_PROMPT_CHARACTERS = 2_000;

export const SignalPrompt = Text('What the signal looks for.', {
  minLength: 1,
  maxLength: MAX_PROMPT_CHARACTERS,
});

export const SignalPhrases = Type.Array(
  Text('Exact words; case and accents are ignored.', { minLength: 1, maxLength: MAX_PHRASE_CHARACTERS }),
  {
    maxItems: MAX_PHRASES,
    description:
      'If there are phrases, the signal fires if one of them occurs in the conversation, and no model is called.',
  },
);

export const SaidByField = Type.Enum([...SAID_BY], {
  description:
    "Whose words count: anyone's, or only those of one side. `us` are people who are known to belong to the organization " +
    '(`isInternal`), `customer` everybody else. It applies to phrases and prompts.',
});

export const FollowUpPrompts = Type.Array(
  Type.Object(
    {
      name: Name('Name of the follow-up prompt, unique within the signal.'),
      prompt: Text('The question that is answered if the signal fires.', {
        minLength: 1,
        maxLength: MAX_FOLLOW_UP_PROMPT_CHARACTERS,
      }),
    },
    { title: 'CreateFollowUpPrompt' },
  ),
  { maxItems: MAX_FOLLOW_UP_PROMPTS, description: 'Questions that are answered if the signal fires.' },
);

export const ContextSource = Type.Enum([...CONTEXT_SOURCES], {
  description: 'The conversations for which the signal is evaluated.',
});
const Enabled = Type.Boolean({ description: 'Whether the signal is evaluated for incoming conversations.' });

const SignalName = Name('Name of the signal.');

/** A signal to be created. */
export const NewSignal = Type.Object(
  {
    signalName: SignalName,
    prompt: SignalPrompt,
    contextSource: Type.Optional({ ...ContextSource, default: 'MEETING' as const }),
    enabled: Type.Optional({ ...Enabled, default: true }),
    phrases: Type.Optional(SignalPhrases),
    saidBy: Type.Optional({ ...SaidByField, default: 'anyone' as const }),
    followUpPrompts: Type.Optional(FollowUpPrompts),
  },
  { title: 'CreateSignal' },
);

/** Changes to a signal. */
export const SignalChanges = Type.Object(
  {
    signalName: Type.Optional(SignalName),
    prompt: Type.Optional(SignalPrompt),
    contextSource: Type.Optional(ContextSource),
    enabled: Type.Optional(Enabled),
    phrases: Type.Optional(SignalPhrases),
    saidBy: Type.Optional(SaidByField),
    followUpPrompts: Type.Optional(FollowUpPrompts),
  },
  { title: 'UpdateSignal' },
);

const listedFields = {
  id: Type.Integer({ description: 'Identifier of the signal.', minimum: 1 }),
  signalName: Text('Name of the signal.'),
  contextSource: ContextSource,
  enabled: Enabled,
  createdAt: DateTime('When it was created.'),
};

const FollowUpPrompt = Type.Object(
  {
    name: Text('Name of the follow-up prompt.'),
    prompt: Text('The question that is answered if the signal fires.'),
  },
  { title: 'FollowUpPrompt' },
);

const askedFields = {
  version: Type.Integer({ description: 'Version of the following fields, counted from 1.', minimum: 1 }),
  prompt: Text('What the signal looks for.'),
  phrases: Type.Array(Text('Exact words.')),
  saidBy: SaidByField,
  followUpPrompts: Type.Array(FollowUpPrompt),
};

/** A signal as both lists return it (SPEC 2.3). */
const ListedSignal = Type.Object(listedFields, { title: 'SignalItem' });

/** The response of both lists: signals as prompts (v1) and as definitions (v2). */
export const SignalList = Type.Object({ signals: Type.Array(ListedSignal) }, { title: 'SignalList' });

/** A signal with its prompt, phrases, sides and follow-up prompts. */
export const Signal = Type.Object({ ...listedFields, ...askedFields }, { title: 'Signal' });

const SignalVersion = Type.Object(
  {
    ...askedFields,
    createdAt: DateTime('When this version was created.'),
    keyId: Type.Optional(
      Type.Integer({ description: 'The key that created it; omitted for the command line.', minimum: 1 }),
    ),
  },
  { title: 'SignalVersion' },
);

export const SignalVersionList = Type.Object(
  { versions: Type.Array(SignalVersion) },
  { title: 'SignalVersionList' },
);

const listedExample = {
  id: 17,
  signalName: 'Price objection',
  contextSource: 'MEETING',
  enabled: true,
  createdAt: '2026-01-05T08:00:00Z',
};

const askedExample = {
  version: 2,
  prompt: 'The customer says that the price is too high.',
  phrases: ['too expensive', 'over budget'],
  saidBy: 'customer',
  followUpPrompts: [{ name: 'Alternative', prompt: 'Which cheaper product do they compare with?' }],
};

export const signalListExample = { signals: [listedExample] };
export const signalExample = { ...listedExample, ...askedExample };
export const signalVersionListExample = {
  versions: [{ ...askedExample, createdAt: '2026-01-12T15:20:00Z', keyId: 7 }],
};

type Asked = {
  prompt?: string;
  phrases?: readonly string[];
  followUpPrompts?: readonly { name: string; prompt: string }[];
};

/** Checks the rules that the schema of a signal cannot express. */
export function checkSignal({ prompt, phrases = [], followUpPrompts = [] }: Asked, faults: FaultSink): void {
  const refuseBlank = (field: string, text: string) => {
    if (text.trim() === '') faults.add(`${field} must not be blank`);
  };
  if (prompt !== undefined) refuseBlank('prompt', prompt);
  for (const [index, phrase] of phrases.entries()) {
    if (foldPhrase(phrase) === '') faults.add(`phrases[${index}] must hold more than spaces and accents`);
  }
  const first = new Map<string, number>();
  for (const [index, { name, prompt }] of followUpPrompts.entries()) {
    refuseBlank(`followUpPrompts[${index}].prompt`, prompt);
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, index);
    else faults.add(`followUpPrompts[${index}] has the same name as followUpPrompts[${earlier}]`);
  }
}
