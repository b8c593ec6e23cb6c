import { classes } from '../../parts/classes.ts';
import type { Hit, HitGroup } from './hits.ts';
import styles from './search-field.module.css';

interface Props {
  id: string;
  groups: readonly HitGroup[];
  /** The index of the chosen hit among all. */
  chosen: number;
  idOf: (index: number) => string;
  onChoose: (hit: Hit, isElsewhere: boolean) => void;
  onPoint: (index: number, isByPointer: true) => void;
}

/** The hits in their groups, as the list of a combobox: the field has the focus and the keys. */
export function HitList({ id, groups, ...rest }: Props) {
  let next = 0;
  return (
    <div role="listbox" id={id} aria-label="Results">
      {groups.map((group) => {
        const first = next;
        next += group.hits.length;
        return <Group key={group.key} id={`${id}-${group.key}`} group={group} first={first} {...rest} />;
      })}
    </div>
  );
}

type GroupProps = Omit<Props, 'groups'> & { group: HitGroup; first: number };

function Group({ id, group, first, chosen, idOf, onChoose, onPoint }: GroupProps) {
  const { label, hits, isLoading, isStale, note } = group;
  if (hits.length === 0 && !isLoading && note === undefined) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
    <div
      role="group"
      aria-labelledby={label && id}
      className={classes(styles.group, isStale && styles.stale)}
    >
      {label && (
        <div id={id} role="presentation" className={styles.heading}>
          {label}
        </div>
      )}
      {hits.map((hit, index) => (
        <Option
          key={hit.key}
          id={idOf(first + index)}
          hit={hit}
          isChosen={first + index === chosen}
          onChoose={onChoose}
          onPoint={() => onPoint(first + index, true)}
        />
      ))}
      {isLoading && <div className={styles.note}>Searching …</div>}
      {note !== undefined && <div className={styles.note}>{note}</div>}
    </div>
  );
}

interface OptionProps {
  id: string;
  hit: Hit;
  isChosen: boolean;
  onChoose: Props['onChoose'];
  onPoint: () => void;
}

function Option({ id, hit, isChosen, onChoose, onPoint }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys, as a combobox does
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      className={styles.hit}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={onPoint}
      onClick={(event) => onChoose(hit, event.ctrlKey || event.metaKey)}
    >
      {hit.icon}
      <span className={styles.words}>
        <span className={styles.title}>{hit.title}</span>
        {hit.under && <span className={styles.under}>{hit.under}</span>}
      </span>
      {hit.hint && <span className={styles.hint}>{hit.hint}</span>}
    </div>
  );
}
