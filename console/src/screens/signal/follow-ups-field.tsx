import { ActionIcon, Button, Textarea, TextInput, Tooltip } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import {
  IconPlus as IconAdd,
  IconArrowDown as IconDown,
  IconTrash as IconRemove,
  IconArrowUp as IconUp,
} from '../../icons/tabler.ts';
import { toast } from '../../parts/index.ts';
import { type FollowUpDraft, newFollowUp } from './draft.ts';
import styles from './draft-form.module.css';
import type { Editing } from './use-draft.ts';

/** The bounds of the API. */
const MAX_FOLLOW_UPS = 20;
const MAX_NAME_LENGTH = 255;
const MAX_QUESTION_LENGTH = 2_000;

/** Questions that are asked where the signal fired: added, removed, put in order. */
export function FollowUpsField({ editing }: { editing: Editing }) {
  const { draft, set } = editing;
  const { followUps } = draft;
  const list = useRef<HTMLFieldSetElement>(null);
  const focusNext = useFocusAfterChange(list);
  const add = () => {
    const one = newFollowUp();
    set((before) => ({ followUps: [...before.followUps, one] }));
    focusNext(`[data-follow-up="${one.key}"] input`);
  };
  return (
    <fieldset ref={list} className={styles.followUps}>
      <legend className={styles.legend}>Follow-up questions</legend>
      <p className={styles.legendWords}>
        Questions that the AI provider answers for each match, also when the signal matches by phrases.
      </p>
      {followUps.map((one, index) => (
        <FollowUp key={one.key} {...{ one, index, editing, focusNext }} />
      ))}
      {followUps.length < MAX_FOLLOW_UPS && (
        <Button
          variant="default"
          size="xs"
          className={styles.add}
          leftSection={<IconAdd size={14} />}
          onClick={add}
        >
          Add follow-up
        </Button>
      )}
    </fieldset>
  );
}

interface RowProps {
  one: FollowUpDraft;
  index: number;
  editing: Editing;
  focusNext: (selector: string) => void;
}

function FollowUp({ one, index, editing: { draft, faults, set }, focusNext }: RowProps) {
  const fault = faults.followUps[index];
  const last = draft.followUps.length - 1;
  const what = one.name.trim() === '' ? `follow-up ${index + 1}` : `“${one.name}”`;
  const change = (part: Partial<FollowUpDraft>) =>
    set({ followUps: draft.followUps.map((each) => (each === one ? { ...each, ...part } : each)) });
  const move = (by: -1 | 1) => {
    const others = draft.followUps.filter((each) => each !== one);
    set({ followUps: others.toSpliced(index + by, 0, one) });
    const isAtEnd = by < 0 ? index + by === 0 : index + by === last;
    const direction = isAtEnd ? (by < 0 ? 'down' : 'up') : by < 0 ? 'up' : 'down';
    focusNext(`[data-follow-up="${one.key}"] [data-move="${direction}"]`);
  };
  const remove = () => {
    set({ followUps: draft.followUps.filter((each) => each !== one) });
    toast.good(`${capitalized(what)} removed.`, {
      label: 'Undo',
      onClick: () => set((now) => ({ followUps: now.followUps.toSpliced(index, 0, one) })),
    });
  };
  return (
    <div className={styles.followUp} data-follow-up={one.key}>
      <TextInput
        aria-label={`Name of follow-up ${index + 1}`}
        placeholder="Name, for example Budget"
        value={one.name}
        maxLength={MAX_NAME_LENGTH}
        error={fault?.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <div className={styles.tools}>
        <Tool label={`Move ${what} up`} data-move="up" disabled={index === 0} onClick={() => move(-1)}>
          <IconUp size={16} />
        </Tool>
        <Tool label={`Move ${what} down`} data-move="down" disabled={index === last} onClick={() => move(1)}>
          <IconDown size={16} />
        </Tool>
        <Tool label={`Remove ${what}`} onClick={remove}>
          <IconRemove size={16} />
        </Tool>
      </div>
      <Textarea
        className={styles.question}
        aria-label={`Question of follow-up ${index + 1}`}
        placeholder="What budget did the customer name?"
        autosize
        minRows={1}
        maxRows={8}
        value={one.prompt}
        maxLength={MAX_QUESTION_LENGTH}
        error={fault?.prompt}
        onChange={(event) => change({ prompt: event.currentTarget.value })}
      />
    </div>
  );
}

interface ToolProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
  'data-move'?: 'up' | 'down';
}

function Tool({ label, children, ...props }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} size={32} {...props}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Restores the focus after the list has rendered. An item that was moved keeps it. */
function useFocusAfterChange(list: React.RefObject<HTMLElement | null>) {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    list.current?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = undefined;
  });
  return (selector: string) => {
    wanted.current = selector;
  };
}
