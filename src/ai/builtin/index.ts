import { defineAiProvider } from '../descriptor.ts';

/** The provider that is used if no other is configured. */
export const builtin = defineAiProvider({
  name: 'builtin',
  title: 'Built-in',
  description:
    'no network, no model: it looks for the words of the prompt and says so in `reason`; summaries are sentences with English ' +
    'cue words, and keywords',
  settings: {},
  isPaid: () => false,
  create: async () => (await import('./builtin-provider.ts')).createBuiltinProvider(),
});
