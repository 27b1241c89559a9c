import { begun } from '@campstore/database/database'
import { CliError } from '@campstore/local-servers/cli-error'
import { onDatabase } from '@campstore/local-servers/postgres'
import pg from 'pg'
import { replayActivity } from './activity/replay.ts'
import { contradictions, storedIssues } from './checks.ts'
import { readDataSet } from './data-set.ts'
import { breaksIntegrity, type ImportIssue, ImportRefused } from './import-issues.ts'
import type { DataSet } from './record-type.ts'
import { recordTypes } from './record-types.ts'
import { type Outcome, stage, writeTable } from './write.ts'

/** Advisory lock that makes parallel imports run one after the other. */
const importLock = 7_206_502

type ImportOptions = { directory: string; adminUrl: string; resetStock?: boolean }

/**
 * Imports a data set (docs/data-format.md): all of it or, when anything in it is wrong, nothing. Importing it again changes nothing;
 * records that are no longer in the files remain.
 *
 * @param options.resetStock whether stock on hand is reset to the files' values
 * @throws {ImportRefused} with everything that is wrong in the files or, where nothing is, in the light of the database
 * @throws {CliError} when the directory cannot be read, or the database has no tables
 */
export async function importDirectory(options: ImportOptions): Promise<Outcome[]> {
  const dataSet = await readDataSet(options.directory, recordTypes)
  dataSet.issues.push(...contradictions(dataSet))
  try {
    return await onDatabase(options.adminUrl, client => importDataSet(client, dataSet, options))
  } catch (error) {
    // What is wrong in the files can be said without the database too.
    if (!(error instanceof ImportRefused)) refuse(options.directory, dataSet.issues)
    if (!lacksTables(error)) throw error
    throw new CliError(`The database is not up to date (${error.message}). Run npm run migrate first.`)
  }
}

function refuse(directory: string, issues: readonly ImportIssue[]): void {
  if (issues.length > 0) throw new ImportRefused(directory, inOrder(issues))
}

/** In one transaction: the end of the connection rolls back an uncommitted import. */
async function importDataSet(client: pg.Client, dataSet: DataSet, options: ImportOptions): Promise<Outcome[]> {
  await client.query(`begin; set local application_name = 'campstore import'`)
  await client.query('select pg_advisory_xact_lock($1)', [importLock])
  // Before any row of the catalogue, as changes by administrators do.
  await client.query('select from catalog.revision where id = 1 for no key update')
  for (const { table, rows } of dataSet.tables) await stage(client, table, rows)
  refuse(options.directory, [...dataSet.issues, ...(await storedIssues(client, dataSet))])
  const outcomes: Outcome[] = []
  for (const { table, rows } of dataSet.tables) {
    const [first] = rows
    if (first === undefined) continue
    try {
      outcomes.push(await writeTable(client, table, rows.length, options.resetStock ?? false))
    } catch (error) {
      if (!breaksIntegrity(error)) throw error
      const reason = `the database refused ${table.name}: ${error.detail ?? error.message}`
      throw new ImportRefused(options.directory, [{ place: { file: first.place.file, path: '' }, reason }])
    }
  }
  if (dataSet.activity)
    outcomes.push(...(await replayActivity(begun(client), options.directory, dataSet.activity, new Date())))
  await client.query('commit')
  return outcomes
}

/** SQLSTATE of a missing table, column or schema. */
const lacksTables = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && ['42P01', '42703', '3F000'].includes(error.code ?? '')

/** By file name, then by place in the file. */
const inOrder = (issues: readonly ImportIssue[]): ImportIssue[] =>
  issues.toSorted(
    ({ place: left }, { place: right }) =>
      left.file.localeCompare(right.file) || (left.record ?? -1) - (right.record ?? -1),
  )
