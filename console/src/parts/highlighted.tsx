import { Fragment } from 'react';
import type { HighlightedText } from './highlight.ts';

/** A text in which what a search found is marked. */
export function Highlighted({ text, highlights }: HighlightedText) {
  let end = 0;
  return (
    <>
      {highlights.map(([from, to]) => {
        const before = text.slice(end, from);
        end = to;
        return (
          <Fragment key={from}>
            {before}
            <mark>{text.slice(from, to)}</mark>
          </Fragment>
        );
      })}
      {text.slice(end)}
    </>
  );
}
