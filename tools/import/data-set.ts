import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import { z } from 'zod'
import { closestName } from './closest-name.ts'
import { readFolder } from './data-set-files.ts'
import type { ImportIssue, Place } from './import-issues.ts'
import { partsOf } from './parts.ts'
import type { RecordKind, RecordType, Row, Target } from './record-type.ts'
import { shapeIssues } from './shape-issues.ts'

/** A row and where it was read. */
export type PlacedRow = { row: Row; place: Place }

/** What the files hold for one target. */
export type TargetRows = {
  target: Target
  rows: PlacedRow[]
  /** Keys of parts whose record is broken: they have no row, but whoever refers to them is not to blame. */
  brokenIds: Set<string>
  /** Whether the file could not be read at all, so that nobody knows what it holds. */
  unreadable: boolean
}

/** A directory as it was read: rows per target, in the order in which they are written, and what is wrong. */
export type DataSet = { targets: TargetRows[]; issues: ImportIssue[] }

/**
 * Reads the files of a data set and judges each record by itself.
 *
 * @param directory holds one JSON file or folder per kind; each may be absent
 * @throws {CliError} when the directory cannot be read
 */
export async function readDataSet(directory: string, kinds: readonly RecordType[]): Promise<DataSet> {
  const names = await fileNames(directory)
  const dataSet: DataSet = { targets: [], issues: unknownFiles(names, kinds) }
  for (const kind of kinds) {
    if ('folder' in kind) {
      const held = emptyTarget(kind.target)
      dataSet.targets.push(held)
      if (names.includes(kind.folder)) await readFolder(directory, kind, held, dataSet.issues)
    } else {
      const targets = kind.targets.map(emptyTarget)
      dataSet.targets.push(...targets)
      if (names.includes(kind.file)) await readKind(directory, kind, targets, dataSet.issues)
    }
  }
  if (names.length === 0) dataSet.issues.push(flawOfFile('.', 'holds no file of a data set'))
  return dataSet
}

const emptyTarget = (target: Target): TargetRows => ({ target, rows: [], brokenIds: new Set(), unreadable: false })

async function fileNames(directory: string): Promise<string[]> {
  try {
    const names = await readdir(directory)
    return names.filter(name => !name.startsWith('.') && name !== 'README.md').sort()
  } catch (error) {
    throw new CliError(`cannot read ${directory}: ${messageOf(error)}`)
  }
}

function unknownFiles(names: readonly string[], kinds: readonly RecordType[]): ImportIssue[] {
  const known = kinds.map(kind => ('folder' in kind ? kind.folder : kind.file))
  return names
    .filter(name => !known.includes(name))
    .map(name => {
      const meant = closestName(name, known)
      return flawOfFile(
        name,
        `is no file of a data set; ${meant ? `is ${meant} meant?` : `it may hold ${known.join(', ')}`}`,
      )
    })
}

async function readKind(
  directory: string,
  kind: RecordKind,
  targets: TargetRows[],
  issues: ImportIssue[],
): Promise<void> {
  const content = await parseFile(directory, kind.file)
  if ('reason' in content || (!kind.single && !Array.isArray(content.json))) {
    for (const target of targets) target.unreadable = true
    issues.push(flawOfFile(kind.file, 'reason' in content ? content.reason : 'must be an array of records'))
    return
  }
  if (kind.single) {
    readRecord(kind, content.json, { file: kind.file, path: [] }, targets, issues)
  } else if (Array.isArray(content.json)) {
    for (const [index, raw] of content.json.entries()) {
      readRecord(kind, raw, { file: kind.file, record: index, id: idOf(kind, raw), path: [] }, targets, issues)
    }
  }
}

async function parseFile(directory: string, file: string): Promise<{ json: unknown } | { reason: string }> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(join(directory, file)))
    return { json: JSON.parse(text) }
  } catch (error) {
    return { reason: `is not readable as JSON: ${messageOf(error).replace(/\s+/g, ' ')}` }
  }
}

function readRecord(kind: RecordKind, raw: unknown, place: Place, targets: TargetRows[], issues: ImportIssue[]): void {
  const read = kind.read(raw)
  if ('issues' in read) {
    for (const flaw of shapeIssues(read.issues, place, fieldNames(kind))) issues.push(flaw)
    for (const { target, brokenIds } of targets) {
      for (const part of partsOf(raw, target.within))
        if (typeof part.value.id === 'string') brokenIds.add(part.value.id)
    }
    return
  }
  for (const [index, { target, rows }] of targets.entries()) {
    const parts = partsOf(raw, target.within)
    for (const [nth, row] of (read.rows[index] ?? []).entries()) {
      rows.push({ row, place: { ...place, path: parts[nth]?.path ?? [] } })
    }
  }
}

const anObject = z.record(z.string(), z.unknown())

/** What people know a record by: the values of its key. */
function idOf(kind: RecordKind, raw: unknown): string | undefined {
  const record = anObject.safeParse(raw).data
  const values = kind.targets[0]?.key.map(field => record?.[field]) ?? []
  const known = values.filter(value => typeof value === 'string' || typeof value === 'number')
  return known.length === 0 ? undefined : known.join(' ').slice(0, 130)
}

const fieldNames = (kind: RecordKind): string[] =>
  kind.targets.flatMap(target => [...Object.keys(target.columns), ...(target.within ?? [])])

const flawOfFile = (file: string, reason: string): ImportIssue => ({ place: { file, path: [] }, reason })
