import { Button, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { Signal } from '../signals/queries.ts';
import { CONTEXT_NAMES } from '../signals/words.ts';
import styles from './save-bar.module.css';
import type { Editing } from './use-draft.ts';
import type { Saving } from './use-save.ts';

interface Props {
  editing: Editing;
  saving: Saving;
  /** If it is absent, the draft is of a new signal. */
  saved?: Signal;
  /** The version that the draft began with, where another was saved since. */
  overtaken?: number;
}

/** The bar at the foot of the window while there are unsaved changes: explains what saving does, and saves. */
export function SaveBar({ editing, saving, saved, overtaken }: Props) {
  const { isDirty, reset } = editing;
  const isShown = isDirty || saved === undefined;
  useHotkeys([['mod+S', () => isShown && saving.save({ enable: saved === undefined })]], []);
  if (!isShown) return null;
  const isOff = saved?.enabled === false;
  return (
    <section className={styles.bar} aria-label="Save">
      <p className={styles.words} data-new={saved === undefined}>
        <Words {...{ editing, saved, overtaken }} />
      </p>
      <div className={styles.buttons}>
        {saved && (
          <Button variant="subtle" color="gray" onClick={reset} disabled={saving.isPending}>
            Discard
          </Button>
        )}
        {(isOff || !saved) && (
          <Button variant="default" onClick={() => saving.save()} disabled={saving.isPending}>
            {saved ? 'Save' : 'Save without enabling'}
          </Button>
        )}
        <Button onClick={() => saving.save({ enable: isOff || !saved })} loading={saving.isPending}>
          {isOff || !saved ? 'Save and enable' : 'Save'}
        </Button>
      </div>
    </section>
  );
}

function Words({ editing: { draft, makesVersion }, saved, overtaken }: Omit<Props, 'saving'>) {
  if (!saved) {
    return (
      <>
        Once enabled, the signal evaluates new {CONTEXT_NAMES[draft.contextSource].toLowerCase()}. <Key />
      </>
    );
  }
  if (overtaken !== undefined) {
    return (
      <span className={styles.warn}>
        Version {saved.version} was saved by someone else in the meantime. Saving replaces it:{' '}
        <Link
          to="."
          search={(before: object) => ({
            ...before,
            tab: 'versions' as const,
            old: overtaken,
            new: saved.version,
          })}
        >
          see what changed
        </Link>
        .
      </span>
    );
  }
  return (
    <>
      <strong>Unsaved changes.</strong>{' '}
      {makesVersion
        ? `Saving creates version ${saved.version + 1}.`
        : 'Saving does not create a new version.'}{' '}
      <Key />
    </>
  );
}

const Key = () => (
  <span className={styles.key} aria-hidden="true">
    <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">S</Kbd>
  </span>
);
