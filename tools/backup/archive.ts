import { runClient } from './client-run.ts'

/** What pg_restore says of a back-up. */
export type Archive = {
  /** When it was made, as pg_dump wrote it. */
  createdAt: string
  /** The entries to restore, in the format of `pg_restore --use-list`. */
  entries: string
}

/**
 * Reads the table of contents of a back-up. Default privileges are left out: they belong to a role that may have another
 * name here, and `npm run migrate` sets them.
 *
 * @throws {CliError} when it is not a back-up, or was made by a newer pg_dump
 */
export async function readArchive(pgRestore: string, file: string): Promise<Archive> {
  const list = await runClient(pgRestore, ['--list', file])
  return {
    createdAt: /^; Archive created at (.+)$/m.exec(list)?.[1] ?? 'an unknown time',
    entries: list
      .split('\n')
      .filter(line => !/^\d+; \d+ \d+ DEFAULT ACL /.test(line))
      .join('\n'),
  }
}
