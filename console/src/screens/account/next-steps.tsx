import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState, Panel, Quote, TimeText } from '../../parts/index.ts';
import styles from './account.module.css';
import type { AccountDetail } from './queries.ts';

type Step = AccountDetail['openNextSteps'][number];

const FEW = 4;

/** The next steps of the newest meetings, each with the words that prove it. */
export function NextSteps({ steps }: { steps: readonly Step[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? steps : steps.slice(0, FEW);
  return (
    <Panel title="Next steps" hint="From the summaries of the newest meetings">
      {steps.length === 0 && (
        <EmptyState small title="No next steps">
          The summaries of this account’s meetings name none.
        </EmptyState>
      )}
      <ul className={styles.steps} aria-label="Next steps">
        {shown.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: next steps have no other name and never move
          <NextStep key={index} step={step} />
        ))}
      </ul>
      {steps.length > FEW && !isWhole && (
        <Button variant="subtle" size="xs" onClick={() => setWhole(true)}>
          Show all {steps.length} next steps
        </Button>
      )}
    </Panel>
  );
}

function NextStep({ step: { text, owner, meetingId, title, startTime, quotes } }: { step: Step }) {
  // The offline provider finds sentences, and each is its own first proof.
  const isQuoted = quotes.some((quote) => quote.text === text);
  return (
    <li className={styles.step}>
      {!isQuoted && (
        <p className={styles.stepText}>
          {owner && <strong>{owner}: </strong>}
          {text}
        </p>
      )}
      {quotes.map(({ text, speaker, side, timestampSeconds, entryIndex }, index) => (
        <Quote
          // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be said twice
          key={index}
          text={text}
          speaker={speaker}
          side={side}
          seconds={timestampSeconds}
          link={
            entryIndex !== undefined && (
              <Link to="/meetings/$id" params={{ id: meetingId }} search={{ entry: entryIndex }}>
                Open at this moment
              </Link>
            )
          }
        />
      ))}
      <p className={styles.under}>
        {isQuoted && owner && <>Owner: {owner} · </>}
        <Link to="/meetings/$id" params={{ id: meetingId }} className={styles.from}>
          {title}
        </Link>
        , <TimeText at={startTime} style="day" />
      </p>
    </li>
  );
}
