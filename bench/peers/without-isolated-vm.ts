import { registerHooks } from 'node:module';

/**
 * Lets Directus start without isolated-vm, an addon that would have to be compiled: only its flows run scripts with
 * it, and there are none here. A module of Node's takes its place.
 */
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'isolated-vm' ? 'node:vm' : specifier, context),
});
