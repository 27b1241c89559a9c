import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import pg from 'pg'
import { type DataSet, readDataSet } from './data-set.ts'
import { contradictions } from './file-checks.ts'
import { type ImportIssue, ImportRefused } from './import-issues.ts'
import { kinds } from './record-types.ts'
import { stage } from './staging.ts'
import { storedIssues } from './stored-checks.ts'
import { type Outcome, writeTarget } from './write-target.ts'

/** Taken by whoever imports, so that two at once run one after the other. */
const importLock = 7_206_502

/**
 * Imports a data set: all of it or, when anything in it is wrong, nothing. Records are known by their ids, so that doing it
 * again changes nothing; a record that is no longer in the files stays as it is.
 *
 * @param options.directory holds one JSON file per kind, see docs/data-format.md
 * @param options.adminUrl address with the role that owns everything
 * @param options.resetStock whether stock on hand is set back to what the files say
 * @returns what became of the rows of each table that the files fill
 * @throws {ImportRefused} with everything that is wrong
 * @throws {CliError} when the directory or the database cannot be reached
 */
export async function importDirectory(options: {
  directory: string
  adminUrl: string
  resetStock?: boolean
}): Promise<Outcome[]> {
  const dataSet = await readDataSet(options.directory, kinds)
  const fileFlaws = [...dataSet.issues, ...contradictions(dataSet)]
  const client = await connected(options.adminUrl)
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [importLock])
    for (const { target, rows } of dataSet.targets) await stage(client, target, rows)
    const issues = [...fileFlaws, ...(await storedIssues(client, dataSet))]
    if (issues.length > 0) throw new ImportRefused(options.directory, inOrder(issues))
    const outcomes = await writeAll(client, dataSet, options)
    await client.query('commit')
    return outcomes
  } catch (error) {
    if (!lacksTables(error)) throw error
    throw new CliError(`the database is not up to date (${error.message}): run npm run migrate first`)
  } finally {
    // Ends the transaction with the connection, where it was not committed.
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

/** SQLSTATE class 23: what no check of ours foresaw, for instance two stored records that swap a unique value. */
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
  // The query that is under way fails with the same error.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    throw new CliError(
      `cannot reach the database at ${new URL(adminUrl).host}: ${messageOf(error)} (is DATABASE_ADMIN_URL right?)`,
    )
  }
}

/** By file as people list them, then by place in the file. */
function inOrder(issues: readonly ImportIssue[]): ImportIssue[] {
  return issues.toSorted(
    (left, right) =>
      left.place.file.localeCompare(right.place.file) || (left.place.record ?? -1) - (right.place.record ?? -1),
  )
}
