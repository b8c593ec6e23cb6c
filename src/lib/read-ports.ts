import { readPort } from './read-setting.ts';

export type Ports = {
  apiPort: number;
  receiverPort: number;
  /** Undefined if the process has no listener for probes and metrics. */
  healthPort: number | undefined;
};

/** Reads the ports of the listeners, and adds a fault for each two listeners of the process that would share one. */
export function readPorts(
  env: Record<string, string | undefined>,
  roles: ReadonlySet<string>,
  faults: string[],
): Ports {
  const apiPort = readPort(env, 'PARLEY_API_PORT', 8080, faults);
  const receiverPort = readPort(env, 'PARLEY_RECEIVER_PORT', 8081, faults);
  const healthPort = readPort(env, 'PARLEY_HEALTH_PORT', undefined, faults);
  const [isApi, isReceiver] = [roles.has('api'), roles.has('receiver')];
  if (isApi && isReceiver && apiPort === receiverPort && apiPort !== 0) {
    faults.push('PARLEY_API_PORT and PARLEY_RECEIVER_PORT must differ: they are two addresses');
  }
  // 0 is any free port.
  const [isApiShared, isReceiverShared] = [apiPort, receiverPort].map(
    (port) => port === (healthPort || undefined),
  );
  if (isApi && isApiShared) faults.push('PARLEY_HEALTH_PORT and PARLEY_API_PORT must differ');
  if (isReceiver && isReceiverShared) faults.push('PARLEY_HEALTH_PORT and PARLEY_RECEIVER_PORT must differ');
  return { apiPort, receiverPort, healthPort };
}
