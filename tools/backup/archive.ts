import { CliError } from '@campstore/local-servers/cli-error'
import { runClient } from './client-run.ts'

/** What pg_restore says of a back-up. */
export type Archive = {
  /** Major version of the server that it is from. */
  serverVersion: number
  /** When it was made, as pg_dump wrote it. */
  createdAt: string
  /** The entries to restore, in the format of `pg_restore --use-list`. */
  entries: string
}

/**
 * Reads the table of contents of a back-up. Default privileges are left out: they are those of a role that may have another name
 * here, and `npm run migrate` sets them.
 *
 * @throws {CliError} when it is no back-up, or was made by a newer pg_dump
 */
export async function readArchive(pgRestore: string, file: string): Promise<Archive> {
  const list = await runClient(pgRestore, ['--list', file])
  const version = /^;\s+Dumped from database version: (\d+)/m.exec(list)?.[1]
  if (version === undefined) throw new CliError(`${file} does not say which version of PostgreSQL it is from.`)
  return {
    serverVersion: Number(version),
    createdAt: /^; Archive created at (.+)$/m.exec(list)?.[1] ?? 'an unknown time',
    entries: list
      .split('\n')
      .filter(line => !/^\d+; \d+ \d+ DEFAULT ACL /.test(line))
      .join('\n'),
  }
}

/** The files of SQL that were applied to the database of a back-up, by schema. */
export async function appliedFiles(pgRestore: string, file: string): Promise<Map<string, string[]>> {
  const sql = await runClient(pgRestore, ['--data-only', '--table=schema_migration', '--file=-', file])
  const tables = sql.matchAll(/^COPY (?<schema>\w+)\.schema_migration \(name, [^)]*\) FROM stdin;\n(?<rows>[^\\]*)/gm)
  return new Map(
    [...tables].map(({ groups }) => [
      groups?.schema ?? '',
      (groups?.rows ?? '')
        .split('\n')
        .map(row => row.split('\t')[0] ?? '')
        .filter(name => name !== ''),
    ]),
  )
}
