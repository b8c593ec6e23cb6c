import { runYielding } from '../lib/event-loop.ts';
import type { BodyCheck } from './check-body.ts';
import type { BodySpec } from './endpoint.ts';

/**
 * Makes the check of a body that yields to the event loop, because a body may be large and other requests wait. The check and its
 * compiler, some 300 modules, are loaded with the first body, so that neither a start nor an idle process pays for them.
 * @returns a function that returns the body, or throws Fault 400 with all faults, or 422 for the faults of the
 *   spec's unprocessable part where there is no other
 */
export function compileYieldingBodyCheck(spec: BodySpec): (body: unknown) => Promise<unknown> {
  let compiling: Promise<BodyCheck> | undefined;
  return async (body) => {
    compiling ??= import('./check-body.ts').then(({ compileBodySteps }) => compileBodySteps(spec));
    return runYielding((await compiling)(body));
  };
}
