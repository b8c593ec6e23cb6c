import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import type { Layout } from './layout.ts';

const twoGibibytes = 2 * 1024 ** 3;
// Containers have 64 MB by default, which one parallel query may exceed.
const smallSharedMemoryBytes = 256 * 1024 ** 2;

/**
 * Returns the server's settings as `-c name=value` arguments: defaults for a machine with other tasks, then the
 * caller's, then those on which this package depends. Others keep PostgreSQL's default: above all fsync,
 * synchronous_commit and full_page_writes are on.
 */
export async function settingsArguments(layout: Layout, own: Record<string, string>): Promise<string[]> {
  const settings = {
    max_connections: '200',
    shared_buffers: machineMemoryBytes() >= twoGibibytes ? '256MB' : '64MB',
    max_wal_size: '2GB',
    wal_compression: 'on',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    ...((await isSharedMemorySmall()) ? { dynamic_shared_memory_type: 'mmap' } : {}),
    ...own,
    listen_addresses: '',
    // The setting is a comma-separated list, so the folder is quoted.
    unix_socket_directories: `"${layout.socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    logging_collector: 'on',
    log_destination: 'stderr',
    log_directory: layout.logs,
    // One file for each weekday, which is truncated a week later: seven files at most.
    log_filename: 'postgresql-%a.log',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_truncate_on_rotation: 'on',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Returns the container's memory limit if there is one, otherwise the machine's memory. */
function machineMemoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

async function isSharedMemorySmall(): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const found = await statfs('/dev/shm').catch(() => undefined);
  return found === undefined || found.blocks * found.bsize < smallSharedMemoryBytes;
}
