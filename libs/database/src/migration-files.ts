import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export type MigrationFile = {
  /** Folder and name, as the record of applied files has it: `migrations/0001-baseline.sql`. */
  name: string
  sql: string
  /** SHA-256 of its text, in hexadecimal. */
  checksum: string
}

export type MigrationFiles = {
  /** Applied once, in the order of their names, and never changed afterwards. */
  migrations: MigrationFile[]
  /** Functions, then views, each in the order of their names: created again when they change. */
  repeatables: MigrationFile[]
}

export type SqlFiles = {
  /** With `migrations/`, and `functions/` and `views/` where there are any. */
  folder: URL
  /** SQL that functions and views share, by its name: `{{take_key}}` stands for the fragment `take_key`. */
  fragments?: Readonly<Record<string, string>>
}

/** Reads the SQL files of a part of the database. Throws where a fragment is missing. */
export async function readMigrationFiles({ folder, fragments = {} }: SqlFiles): Promise<MigrationFiles> {
  const [migrations, functions, views] = await Promise.all([
    readSqlFiles(folder, 'migrations'),
    readSqlFiles(folder, 'functions', fragments),
    readSqlFiles(folder, 'views', fragments),
  ])
  return { migrations, repeatables: [...functions, ...views] }
}

async function readSqlFiles(
  folder: URL,
  kind: string,
  fragments: Readonly<Record<string, string>> = {},
): Promise<MigrationFile[]> {
  const directory = new URL(`${kind}/`, folder)
  const files = (await listDirectory(directory)).filter(file => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async file => {
      const text = await readFile(new URL(file, directory), 'utf8')
      const sql = text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
        const fragment = fragments[name]
        if (fragment === undefined) throw new Error(`${kind}/${file}: there is no SQL fragment ${name}`)
        return fragment
      })
      return { name: `${kind}/${file}`, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function listDirectory(directory: URL): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
