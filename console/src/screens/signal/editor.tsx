import { DraftForm } from './draft-form.tsx';
import styles from './signal.module.css';
import { TryPanel } from './try-panel.tsx';
import type { TryProps } from './try-props.ts';

/** The form, and beside it what the draft is tried on. */
export function Editor(props: TryProps) {
  return (
    <div className={styles.editor}>
      <DraftForm editing={props.editing} />
      <TryPanel {...props} />
    </div>
  );
}
