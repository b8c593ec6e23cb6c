import { Fragment } from 'react';
import { SAID_BY_NAMES } from '../signals/words.ts';
import { diffFollowUps, diffPhrases, diffText, type ItemDiff, type Part } from './diff.ts';
import type { SignalVersion } from './queries.ts';
import styles from './versions-tab.module.css';

interface Props {
  /** If it is absent, `after` is the first version and is shown without changes. */
  before: SignalVersion | undefined;
  after: SignalVersion;
}

/** Compares two versions word by word. Additions are underlined, removals struck out. */
export function VersionDiff({ before = undefined, after }: Props) {
  const base = before ?? after;
  const phrases = diffPhrases(base.phrases, after.phrases);
  const followUps = diffFollowUps(base.followUpPrompts, after.followUpPrompts);
  const isSame =
    base !== after &&
    base.prompt === after.prompt &&
    base.saidBy === after.saidBy &&
    phrases.every(({ change }) => !change) &&
    followUps.every(({ change }) => !change);
  return (
    <div className={styles.diff}>
      {isSame && <p className={styles.hint}>These versions have the same definition.</p>}
      <section>
        <h3 className={styles.part}>Prompt</h3>
        <p className={styles.text}>
          <Parts parts={diffText(base.prompt, after.prompt)} />
        </p>
      </section>
      {phrases.length > 0 && (
        <section>
          <h3 className={styles.part}>Phrases</h3>
          <ul className={styles.phrases}>
            {phrases.map((phrase, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a phrase may stand twice, and none of them moves
              <li key={index} className={styles.phrase} data-change={phrase.change}>
                <Parts parts={[phrase]} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {(base.saidBy !== 'anyone' || after.saidBy !== 'anyone') && (
        <section>
          <h3 className={styles.part}>Said by</h3>
          <p className={styles.text}>
            <Parts parts={diffText(SAID_BY_NAMES[base.saidBy], SAID_BY_NAMES[after.saidBy])} />
          </p>
        </section>
      )}
      {followUps.length > 0 && (
        <section>
          <h3 className={styles.part}>Follow-up questions</h3>
          <ul className={styles.followUps}>
            {followUps.map((one) => (
              <FollowUp key={`${one.change} ${one.name}`} item={one} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const CHANGE_WORDS = { added: 'added', removed: 'removed', changed: 'changed', moved: 'moved' };

function FollowUp({ item: { name, change, parts } }: { item: ItemDiff }) {
  return (
    <li className={styles.followUp} data-change={change}>
      <span className={styles.name}>{name}</span>
      {change && <span className={styles.change}> {CHANGE_WORDS[change]}</span>}
      <p className={styles.text}>
        <Parts parts={change === 'removed' ? parts.map(({ text }) => ({ text, change })) : parts} />
      </p>
    </li>
  );
}

function Parts({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ text, change }, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the runs of a text have but their places
    if (change === 'added') return <ins key={index}>{text}</ins>;
    if (change === 'removed') return <del key={index}>{text}</del>;
    return <Fragment key={index}>{text}</Fragment>;
    // biome-ignore-end lint/suspicious/noArrayIndexKey: see above
  });
}
