import { type LinkProps, useRouter } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { IconSearch } from '../../icons/tabler.ts';
import { classes } from '../../parts/classes.ts';
import { count } from '../../parts/format.ts';
import { SEARCH_FIELD } from '../shortcuts.ts';
import { HitList } from './hit-list.tsx';
import type { Hit, HitGroup } from './hits.ts';
import styles from './search-field.module.css';
import { useChoice } from './use-choice.ts';

interface Props {
  label: string;
  placeholder: string;
  typed: string;
  onType: (typed: string) => void;
  /** In their order. */
  groups: readonly HitGroup[];
  /** Shown if nothing was found. */
  none: ReactNode;
  /** Called when something was chosen. */
  onChosen?: () => void;
  /** The results stand under the field in the flow of the page, not above it. */
  isPlain?: boolean;
  /** The screen's own field: `/` goes here. */
  isScreenField?: boolean;
  autoFocus?: boolean;
}

/**
 * A field that searches while one types, with what it finds in groups. The arrow keys, Home and End choose, Enter opens,
 * with Ctrl or Cmd in another tab, and Escape empties the field.
 */
export function SearchField(props: Props) {
  const { label, placeholder, typed, onType, groups, none, isPlain, isScreenField, autoFocus } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const input = useFocusAtOnce(autoFocus);
  const idOf = (index: number) => `${id}-${index}`;
  const hits = groups.flatMap((group) => group.hits);
  const choice = useChoice(typed, hits, idOf);
  const choose = useChoose(() => {
    setOpen(false);
    if (!isPlain) onType('');
    props.onChosen?.();
  });
  const isLoading = groups.some((group) => group.isLoading);
  const isNothing = hits.length === 0 && !isLoading && groups.every(({ note }) => note === undefined);
  const isShown = isPlain === true || (isOpen && typed.trim() !== '');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isPlainKey = !event.shiftKey && !event.altKey;
    const moves: Record<string, () => void> = {
      ArrowDown: () => choice.step(1),
      ArrowUp: () => choice.step(-1),
      Home: () => choice.goTo(0),
      End: () => choice.goTo(hits.length - 1),
    };
    const move = moves[event.key];
    if (move && isPlainKey && hits.length > 0) {
      event.preventDefault();
      move();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const hit = hits[choice.at];
      if (hit) choose(hit, event.ctrlKey || event.metaKey);
    } else if (event.key === 'Escape' && typed !== '') {
      event.stopPropagation();
      onType('');
    }
  };
  return (
    <div className={classes(styles.box, isPlain && styles.plain)}>
      <IconSearch size={17} aria-hidden="true" className={styles.icon} />
      <input
        ref={input}
        className={styles.field}
        type="text"
        role="combobox"
        enterKeyHint="search"
        aria-label={label}
        aria-expanded={isShown}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={isShown && choice.at >= 0 ? idOf(choice.at) : undefined}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        data-autofocus={autoFocus || undefined}
        {...(isScreenField ? { [SEARCH_FIELD]: '' } : {})}
        value={typed}
        onChange={(event) => {
          onType(event.currentTarget.value);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.results} hidden={!isShown}>
        <HitList
          id={id}
          groups={groups}
          chosen={choice.at}
          idOf={idOf}
          onChoose={choose}
          onPoint={choice.goTo}
        />
        <div role="status">
          {isNothing && typed.trim() !== '' ? (
            <p className={styles.none}>{none}</p>
          ) : (
            <span className="visually-hidden">
              {typed.trim() !== '' && (isLoading ? 'Searching …' : count(hits.length, 'result'))}
            </span>
          )}
        </div>
      </div>
    </div>
  );
}

/** Puts the focus there as soon as it is drawn: the next letter may be typed before a dialog moves the focus. */
function useFocusAtOnce(isWanted: boolean | undefined): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (isWanted) input.current?.focus();
  }, [isWanted]);
  return input;
}

/** Opens a hit, in this tab or in another one. */
function useChoose(onChosen: () => void): (hit: Hit, isElsewhere: boolean) => void {
  const router = useRouter();
  return ({ link, run }, isElsewhere) => {
    if (link && isElsewhere) {
      window.open(router.buildLocation(link as never).href, '_blank', 'noreferrer');
      return;
    }
    onChosen();
    if (link) void router.navigate(link as LinkProps as never);
    run?.();
  };
}
