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
  const possible = steps.filter(isPossible).length;
  const areAllPossible = possible > 0 && possible === steps.length;
  const title = areAllPossible ? 'Possible next steps' : 'Next steps';
  return (
    <Panel title={title} hint="From the summaries of the newest meetings">
      {steps.length === 0 && (
        <EmptyState small title="No next steps">
          The summaries of this account’s meetings name none.
        </EmptyState>
      )}
      <ul className={styles.steps} aria-label={title}>
        {shown.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: next steps have no other name and never move
          <NextStep key={index} step={step} isMarked={isPossible(step) && !areAllPossible} />
        ))}
      </ul>
      {steps.length > FEW && !isWhole && (
        <Button variant="subtle" size="xs" onClick={() => setWhole(true)}>
          Show all {steps.length} next steps
        </Button>
      )}
      {possible > 0 && (
        <p className="muted">
          Possible next steps are sentences that the built-in provider found by English cue words; it is not a
          model, and many of them are none.
        </p>
      )}
    </Panel>
  );
}

/** The built-in provider finds sentences that sound like a next step, as the summaries say, too. */
const isPossible = ({ provider }: Step) => provider === 'builtin';

/** @param props.isMarked whether it is only possible, while others in the list are more than that */
function NextStep({ step, isMarked }: { step: Step; isMarked: boolean }) {
  const { text, owner, meetingId, title, startTime, quotes } = step;
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
        {isMarked && 'Possible · '}
        {isQuoted && owner && <>Owner: {owner} · </>}
        <Link to="/meetings/$id" params={{ id: meetingId }} className={styles.from}>
          {title}
        </Link>
        , <TimeText at={startTime} style="day" />
      </p>
    </li>
  );
}
