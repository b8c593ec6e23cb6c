import { registerHooks } from 'node:module';

/**
 * Lets Directus start without isolated-vm, an addon that would have to be compiled: only Directus flows use it to run
 * scripts, and the benchmark has none. A module of Node replaces it.
 */
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'isolated-vm' ? 'node:vm' : specifier, context),
});
