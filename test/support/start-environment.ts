import settings from '../../bin/node-settings.json' with { type: 'json' };

/** The environment that gives a process of the service what `parley` and `npm start` give it. */
export function startEnvironment(): Record<string, string> {
  return { NODE_OPTIONS: settings.flags.join(' '), ...settings.env };
}
