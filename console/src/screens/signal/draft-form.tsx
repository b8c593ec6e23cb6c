import { Radio, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { formatNumber, Panel } from '../../parts/index.ts';
import { aiQuery } from '../signals/queries.ts';
import { CONTEXT_NAMES, SAID_BY_NAMES } from '../signals/words.ts';
import { type Draft, phrasesOf } from './draft.ts';
import styles from './draft-form.module.css';
import { FollowUpsField } from './follow-ups-field.tsx';
import type { Editing } from './use-draft.ts';

/** The bounds of the API. */
const MAX_NAME_LENGTH = 255;
const MAX_PROMPT_LENGTH = 10_000;
const MAX_PHRASES = 100;
/** The fill level above which the remaining length is shown. */
const NEARLY_FULL = 0.8;

const CONTEXTS = [
  { value: 'MEETING', label: CONTEXT_NAMES.MEETING },
  { value: 'EMAIL', label: CONTEXT_NAMES.EMAIL },
  { value: 'ALL', label: 'Both' },
];

/** The form for the definition of a signal. Errors that the API reports appear at their fields. */
export function DraftForm({ editing }: { editing: Editing }) {
  const { draft, faults, set } = editing;
  return (
    <Panel title="Definition">
      <div className={styles.fields}>
        <TextInput
          label="Name"
          placeholder="Price objection"
          value={draft.signalName}
          maxLength={MAX_NAME_LENGTH}
          error={faults.signalName}
          onChange={(event) => set({ signalName: event.currentTarget.value })}
        />
        <DecidesBy editing={editing} />
        {draft.decidesBy === 'phrases' && <PhrasesField editing={editing} />}
        <Textarea
          label={draft.decidesBy === 'prompt' ? 'Prompt' : 'Description'}
          description={
            draft.decidesBy === 'prompt'
              ? 'Describe what to look for in a sentence or two, as you would to a colleague.'
              : 'Shown with each match; not used for matching.'
          }
          placeholder="The customer objects to the price or asks for a discount."
          autosize
          minRows={3}
          maxRows={16}
          value={draft.prompt}
          maxLength={MAX_PROMPT_LENGTH}
          error={faults.prompt}
          onChange={(event) => set({ prompt: event.currentTarget.value })}
        />
        <RoomLeft used={draft.prompt.length} of={MAX_PROMPT_LENGTH} what="characters" />
        <SaidByField editing={editing} />
        <ContextField editing={editing} />
        <FollowUpsField editing={editing} />
      </div>
    </Panel>
  );
}

function RoomLeft({ used, of, what }: { used: number; of: number; what: string }) {
  if (used < of * NEARLY_FULL) return null;
  return (
    <p className={styles.room}>
      {formatNumber(used)} of {formatNumber(of)} {what}
    </p>
  );
}

function DecidesBy({ editing: { draft, set } }: { editing: Editing }) {
  return (
    <div>
      <Radio.Group
        label="Match by"
        value={draft.decidesBy}
        onChange={(value) => set({ decidesBy: value as Draft['decidesBy'] })}
      >
        <div className={styles.choices}>
          <Choice value="prompt" title="Prompt">
            The AI provider reads the conversation and decides by its meaning.
          </Choice>
          <Choice value="phrases" title="Exact phrases">
            Fires where one of the phrases is said. Uses no model and no tokens.
          </Choice>
        </div>
      </Radio.Group>
      {draft.decidesBy === 'prompt' && <ProviderNote />}
    </div>
  );
}

function Choice({ value, title, children }: { value: string; title: string; children: string }) {
  return (
    <Radio.Card value={value} className={styles.choice} radius="md">
      <Radio.Indicator size="xs" className={styles.indicator} />
      <span>
        <span className={styles.choiceTitle}>{title}</span>
        <span className={styles.choiceWords}>{children}</span>
      </span>
    </Radio.Card>
  );
}

/** Explains in advance why a good prompt may not fire. */
function ProviderNote() {
  const { data } = useQuery(aiQuery);
  if (data?.provider !== 'builtin') return null;
  return (
    <p className={styles.note}>
      Parley is using its built-in provider, which is not a model: it looks for the words of the prompt. It
      understands neither meaning nor negation (“we will not cancel” matches “cancel”), finds no other words
      for the same thing, and takes nothing from “the customer” in a prompt: choose under “Said by” whose
      words count. Among calls about one subject it often fires where it should not. Use words that people
      say, match by exact phrases, or set <code>PARLEY_AI_PROVIDER</code> to match by meaning.
    </p>
  );
}

function PhrasesField({ editing: { draft, faults, set } }: { editing: Editing }) {
  const phrases = phrasesOf(draft);
  return (
    <div>
      <Textarea
        label="Phrases"
        description="One phrase per line. Whole words only; case and accents are ignored."
        placeholder={'too expensive\nover the budget'}
        autosize
        minRows={4}
        maxRows={16}
        value={draft.phraseLines}
        error={faults.phrases}
        onChange={(event) => set({ phraseLines: event.currentTarget.value })}
      />
      <RoomLeft used={phrases.length} of={MAX_PHRASES} what="phrases" />
    </div>
  );
}

const SIDES = [
  { value: 'anyone', label: SAID_BY_NAMES.anyone },
  { value: 'customer', label: SAID_BY_NAMES.customer },
  { value: 'us', label: SAID_BY_NAMES.us },
];

const SIDE_HINTS: Record<Draft['saidBy'], string> = {
  anyone: 'It does not matter who says it.',
  customer: 'Words of your own people do not fire the signal. Everybody else counts as a customer.',
  us: 'Only words of people who are known to belong to your organization fire the signal.',
};

function SaidByField({ editing: { draft, set } }: { editing: Editing }) {
  const id = useId();
  return (
    <div>
      <div id={id} className={styles.label}>
        Said by
      </div>
      <SegmentedControl
        aria-labelledby={id}
        fullWidth
        data={SIDES}
        value={draft.saidBy}
        onChange={(value) => set({ saidBy: value as Draft['saidBy'] })}
      />
      <p className={styles.under}>{SIDE_HINTS[draft.saidBy]}</p>
    </div>
  );
}

function ContextField({ editing: { draft, faults, set } }: { editing: Editing }) {
  const id = useId();
  return (
    <div>
      <div id={id} className={styles.label}>
        Conversations
      </div>
      <SegmentedControl
        aria-labelledby={id}
        fullWidth
        data={CONTEXTS}
        value={draft.contextSource}
        onChange={(value) => set({ contextSource: value as Draft['contextSource'] })}
      />
      {faults.contextSource && (
        <p className={styles.fault} role="alert">
          {faults.contextSource}
        </p>
      )}
    </div>
  );
}
