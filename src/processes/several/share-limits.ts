import type { Config } from '../../config.ts';
import type { ProcessPlace } from './calls.ts';

/**
 * Returns the settings of one of several processes. What is limited for all of them together and cannot be counted
 * together is divided: connections evenly, because processes are given them in turns, and conversations with the AI provider
 * so that the parts add up, whereby some processes may be left without any.
 */
export function shareLimits(config: Config, { number, of, apiPort, receiverPort }: ProcessPlace): Config {
  const rest = config.ai.concurrency % of;
  const concurrency = Math.floor(config.ai.concurrency / of) + (number <= rest ? 1 : 0);
  const maxConnections = Math.ceil(config.maxConnections / of);
  // The supervisor has the listener for probes.
  const ports = { apiPort, receiverPort, healthPort: undefined };
  return { ...config, ...ports, maxConnections, ai: { ...config.ai, concurrency } };
}
