import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { IconSearch } from '../icons/tabler.ts';
import { AskAnswer } from './ask-answer.tsx';
import styles from './ask-box.module.css';
import { classes } from './classes.ts';
import { count } from './format.ts';
import { ErrorState } from './page-state.tsx';
import { Panel } from './panel.tsx';
import { type Asking, useAsk } from './use-ask.ts';

const MAX_QUESTION_CHARACTERS = 1000;

interface Props {
  /** Asks only about the meetings of this account. */
  accountId?: string;
  /** The meetings that the question is about, such as "all meetings". */
  about: string;
}

/** Asks a question about what was said, and shows the answer as it arrives, each sentence with the words that prove it. */
export function AskBox({ accountId, about }: Props) {
  const [question, setQuestion] = useState('');
  const { asking, ask, stop } = useAsk(accountId);
  const isRunning = asking?.state === 'running';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() !== '') ask(question.trim());
  };
  return (
    <Panel title="Ask" hint={`Answers from the transcripts of ${about}, with the words that prove them`}>
      <form className={styles.form} onSubmit={submit}>
        <TextInput
          className={styles.question}
          aria-label={`Question about ${about}`}
          placeholder="What did they say about the price?"
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
          value={question}
          maxLength={MAX_QUESTION_CHARACTERS}
          onChange={(event) => setQuestion(event.currentTarget.value)}
        />
        {isRunning ? (
          <Button variant="default" onClick={stop}>
            Stop
          </Button>
        ) : (
          <Button type="submit" disabled={question.trim() === ''}>
            Ask
          </Button>
        )}
      </form>
      <p className={classes(styles.progress, !isRunning && 'visually-hidden')} role="status">
        {asking && statusOf(asking)}
      </p>
      {asking?.state === 'failed' && (
        <ErrorState error={asking.error} what="an answer" small onRetry={() => ask(asking.question)} />
      )}
      {asking && asking.state !== 'failed' && <AskAnswer asking={asking} />}
    </Panel>
  );
}

/** Says how far the answer is, for everybody while it arrives, and for screen readers at its end. */
function statusOf({ state, progress, sentences, end }: Asking): string {
  if (state === 'failed') return '';
  if (end)
    return sentences.length === 0 ? 'Nothing was found.' : `${count(sentences.length, 'sentence')} found.`;
  if (state === 'stopped') return 'Stopped.';
  if (progress?.step === 'answering') {
    const { entriesRead, meetingsRead } = progress;
    return `Reading ${count(entriesRead, 'entry', 'entries')} of ${count(meetingsRead, 'meeting')} …`;
  }
  return progress ? `Searching ${count(progress.meetingsInScope, 'meeting')} …` : 'Searching …';
}
