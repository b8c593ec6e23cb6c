import { SegmentedControl } from '@mantine/core';
import { NeedsScope, Panel, usePatchSearch } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { BacktestPanel } from './backtest-panel.tsx';
import { TryOnMeeting } from './try-on-meeting.tsx';
import styles from './try-panel.module.css';
import type { TryProps } from './try-props.ts';

const WAYS = [
  { value: 'one', label: 'One meeting' },
  { value: 'past', label: 'Past meetings' },
];

/** Tries the draft as it stands in the form, saved or not: on one meeting at once, or on many in the background. */
export function TryPanel(props: TryProps) {
  const mayRead = useCan('meetings:read');
  return (
    <Panel
      title="Try the draft"
      hint="Runs the draft in the form, saved or not. The results are not recorded as matches."
      className={styles.panel}
    >
      {mayRead ? (
        <Ways {...props} />
      ) : (
        <NeedsScope small scope="meetings:read" what="try a draft on meetings" />
      )}
    </Panel>
  );
}

function Ways(props: TryProps) {
  const { editing, search } = props;
  const patch = usePatchSearch();
  return (
    <>
      <SegmentedControl
        aria-label="Try on"
        fullWidth
        data={WAYS}
        value={search.on ?? 'one'}
        onChange={(value) => patch({ on: value === 'past' ? value : undefined }, { replace: true })}
      />
      <div className={styles.way}>
        {editing.draft.contextSource === 'EMAIL' ? (
          <p className={styles.aside}>
            Drafts can only be tried on meetings, and this one evaluates e-mails only. To try it, set
            Conversations to “Both” first.
          </p>
        ) : search.on === 'past' ? (
          <BacktestPanel {...props} />
        ) : (
          <TryOnMeeting {...props} />
        )}
      </div>
    </>
  );
}
