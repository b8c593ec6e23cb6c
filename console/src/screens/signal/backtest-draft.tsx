import { Button } from '@mantine/core';
import { SAID_BY_NAMES } from '../signals/words.ts';
import styles from './backtest.module.css';
import { askedBy } from './draft.ts';
import { EnableDraft } from './enable-draft.tsx';
import type { Backtest } from './queries.ts';
import type { TryProps } from './try-props.ts';

/** Shows the definition that the backtest used, and lets a good one be copied to the form or enabled. */
export function BacktestDraft({ backtest, editing, ...rest }: TryProps & { backtest: Backtest }) {
  const { draft, state } = backtest;
  const asked = askedBy(editing.draft);
  const isInForm =
    asked.prompt === draft.prompt &&
    asked.saidBy === draft.saidBy &&
    JSON.stringify(asked.phrases) === JSON.stringify(draft.phrases);
  if (isInForm) return state === 'done' && <EnableDraft editing={editing} {...rest} />;
  const take = () => editing.take({ ...draft, followUpPrompts: asked.followUpPrompts });
  return (
    <div className={styles.draft}>
      <p className={styles.small}>The form has changed since. This backtest used:</p>
      <p className={styles.prompt}>
        {draft.phrases.length > 0 ? draft.phrases.map((one) => `“${one}”`).join(', ') : draft.prompt}
        {draft.saidBy !== 'anyone' && ` (said by: ${SAID_BY_NAMES[draft.saidBy]})`}
      </p>
      <Button variant="default" size="xs" onClick={take}>
        Copy to the form
      </Button>
    </div>
  );
}
