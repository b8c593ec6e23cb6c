import { CloseButton } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { messageOf, ParleyError } from '../api.ts';
import { IconAlertTriangle as IconBad, IconCircleCheck as IconGood } from '../icons/tabler.ts';
import styles from './toast.module.css';

interface Toast {
  id: number;
  tone: 'good' | 'bad';
  message: string;
  action?: { label: string; onClick: () => void };
}

const MAX_TOASTS = 3;
const SHOWN_MS = 6_000;
const UNAUTHENTICATED = 401;

let toasts: readonly Toast[] = [];
let nextId = 1;
const watchers = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const notify of watchers) notify();
}

function show(toast: Omit<Toast, 'id'>): void {
  nextId += 1;
  set([...toasts, { ...toast, id: nextId }].slice(-MAX_TOASTS));
}

const remove = (id: number): void => set(toasts.filter((one) => one.id !== id));

/** Says in a corner that something was done, or was not. `action`: "Undo". */
export const toast = {
  good: (message: string, action?: Toast['action']): void => show({ tone: 'good', message, action }),
  /** Takes an error or a sentence. The end of the session is not shown here, because it leads to sign-in, which says so. */
  bad: (error: unknown): void => {
    if (error instanceof ParleyError && error.status === UNAUTHENTICATED) return;
    show({ tone: 'bad', message: typeof error === 'string' ? error : messageOf(error) });
  },
};

/** Renders the toasts. The app has one instance, at its top. */
export function Toasts() {
  const shown = useSyncExternalStore(
    (notify) => {
      watchers.add(notify);
      return () => watchers.delete(notify);
    },
    () => toasts,
  );
  return (
    <div className={styles.corner} role="status" aria-live="polite">
      {shown.map((one) => (
        <ToastLine key={one.id} toast={one} />
      ))}
    </div>
  );
}

function ToastLine({ toast: { id, tone, message, action } }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => remove(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id]);
  const ToneIcon = tone === 'good' ? IconGood : IconBad;
  return (
    <div className={styles.toast} data-tone={tone}>
      <ToneIcon size={18} aria-hidden="true" className={styles.icon} />
      <span className={styles.message}>{message}</span>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            remove(id);
            action.onClick();
          }}
        >
          {action.label}
        </button>
      )}
      <CloseButton size="sm" aria-label="Dismiss" onClick={() => remove(id)} />
    </div>
  );
}
