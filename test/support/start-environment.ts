import settings from '../../bin/node-settings.json' with { type: 'json' };

/** Returns the environment that `parley` and `npm start` give to a process of the service. */
export function startEnvironment(): Record<string, string> {
  return { NODE_OPTIONS: settings.flags.join(' '), ...settings.env };
}
