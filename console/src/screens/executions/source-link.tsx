import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Props {
  sourceType: string;
  sourceId: number;
  signalId: number;
  executionId: number;
  /** The transcript entry or paragraph to show. */
  entry?: number | undefined;
  /** The second of the recording to go to. */
  seconds?: number | undefined;
  className?: string;
  children: ReactNode;
}

/** Links to the conversation in which a signal fired, with its evidence marked, and to the entry if one is given. */
export function SourceLink(props: Props) {
  const { sourceType, sourceId, signalId: signal, executionId, entry, seconds, className, children } = props;
  const link = { className, children };
  const id = `${sourceId}`;
  const t = seconds === undefined ? undefined : Math.max(0, Math.floor(seconds));
  if (sourceType === 'email') {
    return (
      <Link to="/emails/$id" params={{ id }} search={{ signal, execution: executionId, entry }} {...link} />
    );
  }
  return <Link to="/meetings/$id" params={{ id }} search={{ signal, t, entry }} {...link} />;
}

/** The words of a link to a quote in its conversation. */
export const showIn = ({ sourceType }: { sourceType: string }): string =>
  sourceType === 'email' ? 'Show in e-mail' : 'Show in transcript';
