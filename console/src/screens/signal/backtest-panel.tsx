import { BacktestPlanner } from './backtest-planner.tsx';
import { BacktestView } from './backtest-view.tsx';
import { PastBacktests } from './past-backtests.tsx';
import type { TryProps } from './try-props.ts';

/** The draft on a window of past meetings: first what it would take, then what it finds; and what was tried before. */
export function BacktestPanel(props: TryProps) {
  const { search, saved } = props;
  if (search.backtest !== undefined) {
    return <BacktestView key={search.backtest} id={search.backtest} {...props} />;
  }
  return (
    <>
      <BacktestPlanner {...props} />
      <PastBacktests signalId={saved?.id} page={search.page ?? 1} />
    </>
  );
}
