import { Button } from '@mantine/core';
import type { TryProps } from './try-props.ts';
import styles from './try-result.module.css';

/** The step after a good result: saves and enables the draft. Nothing is shown if it is already in use. */
export function EnableDraft({ editing, saving, saved }: Omit<TryProps, 'search'>) {
  const isOn = saved?.enabled === true;
  if (isOn && !editing.isDirty) return null;
  return (
    <div className={styles.enable}>
      <span>Is this the result you want?</span>
      <Button size="xs" onClick={() => saving.save({ enable: !isOn })} loading={saving.isPending}>
        {isOn ? 'Save draft' : editing.isDirty ? 'Save and enable' : 'Enable'}
      </Button>
    </div>
  );
}
