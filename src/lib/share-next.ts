/**
 * Makes a function that asks something, at most once at a time: calls while an answer is awaited share the next one. An answer
 * is therefore never older than the call that it is given to.
 */
export function shareNext<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let current: Promise<Answer> | undefined;
  let next: Promise<Answer> | undefined;
  const begin = () => {
    next = undefined;
    const begun = ask();
    current = begun;
    const end = () => {
      if (current === begun) current = undefined;
    };
    begun.then(end, end);
    return begun;
  };
  return () => {
    if (!current) return begin();
    next ??= current.then(begin, begin);
    return next;
  };
}
