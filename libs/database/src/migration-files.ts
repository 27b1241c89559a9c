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

/** Tables, functions and views that a library has in each schema that installs it. */
export type SqlLibrary = {
  /** Begins the names of its files in the record of applied files: `messaging/migrations/0001-outbox.sql`. */
  name: string
  folder: URL
  /** What its files have for each schema, by name: `{{schema}}`. */
  parameters: Readonly<Record<string, string>>
}

export type SqlFiles = {
  /** With `migrations/`, and `functions/` and `views/` where there are any. */
  folder: URL
  /** Lists of columns that functions and views have, by their names: `{{columns}}` stands for the fragment `columns`. */
  fragments?: Readonly<Record<string, string>>
  /** Applied before the files of the folder, in this order. */
  libraries?: readonly SqlLibrary[]
  /** The table that transactions lock before the others (docs/architecture/locks.md), `booking.booking`. */
  lockedFirst?: string
}

/** Reads the SQL files of a part of the database, its libraries' first. Throws where a fragment or a parameter is missing. */
export async function readMigrationFiles({
  folder,
  fragments = {},
  libraries = [],
}: SqlFiles): Promise<MigrationFiles> {
  // Fragments follow the code, and a migration never changes.
  const own = { name: '', folder, parameters: {} }
  const [migrations, functions, views] = await Promise.all([
    readSqlFiles([...libraries, own], 'migrations'),
    readSqlFiles([...libraries, { ...own, parameters: fragments }], 'functions'),
    readSqlFiles([...libraries, { ...own, parameters: fragments }], 'views'),
  ])
  return { migrations, repeatables: [...functions, ...views] }
}

const readSqlFiles = async (parts: readonly SqlLibrary[], kind: string): Promise<MigrationFile[]> =>
  (await Promise.all(parts.map(part => readFolder(part, kind)))).flat()

/** A migration's checksum is of its own text, which is the same for all schemas; the others' is of what they become. */
async function readFolder({ name: library, folder, parameters }: SqlLibrary, kind: string): Promise<MigrationFile[]> {
  const directory = new URL(`${kind}/`, folder)
  const fileOf = (name: string, text: string): MigrationFile => {
    const sql = text.replaceAll(/\{\{(\w+)\}\}/g, (_, parameter: string) => {
      const value = parameters[parameter]
      if (value === undefined) throw new Error(`${name}: there is no SQL fragment ${parameter}`)
      return value
    })
    const checked = kind === 'migrations' ? text : sql
    return { name, sql, checksum: createHash('sha256').update(checked).digest('hex') }
  }
  const files = (await listDirectory(directory)).filter(file => file.endsWith('.sql')).sort()
  const all = files.map(async file => {
    const name = library ? `${library}/${kind}/${file}` : `${kind}/${file}`
    const parts = (await readFile(new URL(file, directory), 'utf8')).split(partBegins).filter(Boolean)
    return parts.map((text, place) => fileOf(place === 0 ? name : `${name}, part ${place + 1}`, text))
  })
  return (await Promise.all(all)).flat()
}

/** Parts of a file are applied one after the other, each with a record of its own. */
const partBegins = /^(?=-- (?:outside of|in) a transaction$)/m

async function listDirectory(directory: URL): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
