import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import pg from 'pg'
import { type DataSet, readDataSet } from './data-set.ts'
import { contradictions } from './file-checks.ts'
import { type ImportIssue, ImportRefused } from './import-issues.ts'
import { recordTypes } from './record-types.ts'
import { storedIssues } from './stored-checks.ts'
import { type Outcome, stage, writeTarget } from './write.ts'

/** Advisory lock that makes parallel imports run one after the other. */
const importLock = 7_206_502

/**
 * Imports a data set: all of it or, when anything in it is wrong, nothing. Importing it again changes nothing; records that are
 * no longer in the files remain.
 *
 * @param options.directory contains one JSON file per record type, see docs/data-format.md
 * @param options.adminUrl address with the role that owns everything
 * @param options.resetStock whether stock on hand is reset to the files' values
 * @returns the result for each table that the files fill
 * @throws {ImportRefused} with everything that is wrong
 * @throws {CliError} when the directory or the database cannot be reached
 */
export async function importDirectory(options: {
  directory: string
  adminUrl: string
  resetStock?: boolean
}): Promise<Outcome[]> {
  const dataSet = await readDataSet(options.directory, recordTypes)
  const fileIssues = [...dataSet.issues, ...contradictions(dataSet)]
  const client = await connected(options.adminUrl)
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [importLock])
    // Before any row of the catalogue, as changes by administrators do.
    await client.query('select from catalog.revision where id = 1 for no key update')
    for (const { target, rows } of dataSet.targets) await stage(client, target, rows)
    const issues = [...fileIssues, ...(await storedIssues(client, dataSet))]
    if (issues.length > 0) throw new ImportRefused(options.directory, inOrder(issues))
    const outcomes = await writeAll(client, dataSet, options)
    await client.query('commit')
    return outcomes
  } catch (error) {
    if (!lacksTables(error)) throw error
    throw new CliError(`The database is not up to date (${error.message}). Run npm run migrate first.`)
  } finally {
    // Closing the connection rolls back what was not committed.
    await client.end()
  }
}

async function writeAll(
  client: pg.Client,
  dataSet: DataSet,
  options: { directory: string; resetStock?: boolean },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { target, rows } of dataSet.targets) {
    const [first] = rows
    if (first === undefined) continue
    try {
      outcomes.push(await writeTarget(client, target, rows.length, options.resetStock ?? false))
    } catch (error) {
      if (!breaksIntegrity(error)) throw error
      const reason = `the database refused ${target.name}: ${error.detail ?? error.message}`
      throw new ImportRefused(options.directory, [{ place: { file: first.place.file, path: [] }, reason }])
    }
  }
  return outcomes
}

/** SQLSTATE class 23: a violation that our checks do not cover, for example two stored records that swap a unique value. */
const breaksIntegrity = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code?.startsWith('23') === true

/** SQLSTATE of a missing table, column or schema. */
const lacksTables = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && ['42P01', '42703', '3F000'].includes(error.code ?? '')

async function connected(adminUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: adminUrl,
    application_name: 'campstore import',
    connectionTimeoutMillis: 5_000,
  })
  // The query that it interrupts fails with the same error.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    throw new CliError(
      `Cannot reach the database at ${new URL(adminUrl).host}: ${messageOf(error)} (is DATABASE_ADMIN_URL right?)`,
    )
  }
}

/** By file name, then by place in the file. */
function inOrder(issues: readonly ImportIssue[]): ImportIssue[] {
  return issues.toSorted(
    (left, right) =>
      left.place.file.localeCompare(right.place.file) || (left.place.record ?? -1) - (right.place.record ?? -1),
  )
}
