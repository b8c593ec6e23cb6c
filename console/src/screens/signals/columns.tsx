import { useQuery } from '@tanstack/react-query';
import { addDays, type Column, daysBetween } from '../../parts/index.ts';
import { Asked, Covered, Fired, Judges, LastFired } from './cells.tsx';
import { EnabledSwitch } from './enabled-switch.tsx';
import { activityQuery, type SignalItem, type Window } from './queries.ts';
import styles from './signals.module.css';

/** The days of the trend line, as many as the coverage has unless others are chosen. */
const FIRED_DAYS = 90;

/**
 * The columns of the signals list.
 * @param window whose conversations the coverage counts
 */
export function useColumns(window: Window): Column<SignalItem>[] {
  const last = new Date().toISOString().slice(0, 10);
  const first = addDays(last, 1 - FIRED_DAYS);
  const activity = useQuery(activityQuery({ first, last }));
  const days = daysBetween(first, last);
  const bySignal = Map.groupBy(activity.data?.days ?? [], ({ signalId }) => signalId);
  const valuesOf = (id: number) => {
    if (!activity.data) return undefined;
    const own = new Map(bySignal.get(id)?.map(({ day, executions }) => [day, executions]));
    return days.map((day) => own.get(day) ?? 0);
  };
  return [
    {
      key: 'name',
      header: 'Signal',
      width: '34%',
      cell: ({ signalName }) => <span className={styles.name}>{signalName}</span>,
      under: ({ id }) => <Asked id={id} />,
    },
    { key: 'judges', header: 'Evaluates', phone: 'line', cell: (signal) => <Judges signal={signal} /> },
    {
      key: 'fired',
      header: `Fired in ${FIRED_DAYS} days`,
      phone: 'bare',
      cell: ({ id, contextSource }) => (
        <Fired values={valuesOf(id)} judged={activity.data?.judgedBy?.get(id) ?? 0} {...{ contextSource }} />
      ),
    },
    {
      key: 'last',
      header: 'Last fired',
      cell: ({ id }) =>
        activity.isPending ? null : <LastFired id={id} lastDay={bySignal.get(id)?.at(-1)?.day} />,
    },
    {
      key: 'coverage',
      header: 'Coverage',
      phone: 'bare',
      cell: ({ id }) => <Covered id={id} window={window} />,
    },
    {
      key: 'enabled',
      header: 'Enabled',
      width: '96px',
      phone: 'bare',
      cell: (signal) => (
        <span className={styles.switch}>
          <EnabledSwitch signal={signal} />
        </span>
      ),
    },
  ];
}
