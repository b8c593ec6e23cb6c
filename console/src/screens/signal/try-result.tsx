import { Button } from '@mantine/core';
import type { components } from '@parley/client';
import { Link } from '@tanstack/react-router';
import { IconBolt as IconFired, IconBoltOff as IconNot } from '../../icons/tabler.ts';
import { formatNumber } from '../../parts/index.ts';
import { judgedByWords } from '../signals/words.ts';
import { EnableDraft } from './enable-draft.tsx';
import { QuoteList } from './quote-list.tsx';
import type { TryProps } from './try-props.ts';
import styles from './try-result.module.css';

type Tried = components['schemas']['TriedSignal'];

interface Props extends Omit<TryProps, 'search'> {
  result: Tried;
  meetingId: number;
  /** The draft has changed since this result. */
  isStale: boolean;
  onAgain: () => void;
}

/** Shows whether the draft fires in the meeting, the reason, the quotes and the answers to follow-ups. */
export function TryResult({ result, meetingId, isStale, onAgain, ...rest }: Props) {
  const { fired, reason, quotes, followUps } = result;
  const VerdictIcon = fired ? IconFired : IconNot;
  return (
    <section className={styles.result} aria-label="Result" data-stale={isStale}>
      {isStale && (
        <div className={styles.stale}>
          <span>The draft has changed since this result.</span>
          <Button size="compact-sm" variant="default" onClick={onAgain}>
            Try again
          </Button>
        </div>
      )}
      <div className={styles.verdict} data-fired={fired}>
        <VerdictIcon size={20} aria-hidden="true" />
        <span>{fired ? 'Fires' : 'Does not fire'}</span>
      </div>
      <p className={styles.reason}>{reason}</p>
      <QuoteList quotes={quotes} meetingId={String(meetingId)} />
      {followUps.length > 0 && (
        <dl className={styles.answers}>
          {followUps.map(({ name, prompt, response }) => (
            <div key={name}>
              <dt title={prompt}>{name}</dt>
              <dd>{response}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.by}>
        <span>{judgedBy(result)}</span>
        <Link to="/meetings/$id" params={{ id: String(meetingId) }} target="_blank">
          Open meeting
        </Link>
      </p>
      {fired && !isStale && <EnableDraft {...rest} />}
    </section>
  );
}

function judgedBy({ inputTokens, outputTokens, ...judged }: Tried): string {
  if (judged.provider === 'phrases') return 'Decided by phrases. No model was used.';
  const tokens =
    inputTokens === undefined
      ? 'no tokens used'
      : `${formatNumber(inputTokens)} tokens in, ${formatNumber(outputTokens ?? 0)} out`;
  const by = judgedByWords(judged);
  return `${by.charAt(0).toUpperCase()}${by.slice(1)}: ${tokens}.`;
}
