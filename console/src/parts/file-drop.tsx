import { Button } from '@mantine/core';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { IconFileUpload as IconFiles } from '../icons/tabler.ts';
import { classes } from './classes.ts';
import styles from './file-drop.module.css';

interface Props {
  /** Heading that names the files to drop: "Drop transcripts here". */
  title: string;
  /** Describes the accepted files. */
  children?: ReactNode;
  /** Endings for the chooser: `.vtt,.srt`. */
  accept: string;
  multiple?: boolean;
  /** The button: "Choose files". */
  chooseLabel?: string;
  onFiles: (files: File[]) => void;
  /** Less room, once there is something else to look at. */
  small?: boolean;
}

/** A place to drop files on, with a button that chooses them instead. */
export function FileDrop({ title, children, accept, multiple, chooseLabel, onFiles, small }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    if (files && files.length > 0) onFiles([...files].slice(0, multiple ? undefined : 1));
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first
    <div
      className={classes(styles.drop, isOver && styles.over, small && styles.small)}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <span className={styles.icon} aria-hidden="true">
        <IconFiles size={small ? 20 : 26} stroke={1.5} />
      </span>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {children && <div className={styles.hint}>{children}</div>}
      </div>
      <Button variant={small ? 'default' : 'filled'} onClick={() => input.current?.click()}>
        {chooseLabel ?? (multiple ? 'Choose files' : 'Choose a file')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={title}
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file may be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
