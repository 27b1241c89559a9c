import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { messageOf, Problem } from '../infrastructure/problem.ts'
import { closestName } from './closest-name.ts'
import type { Flaw, Place } from './flaws.ts'
import type { Kind, RecordKind, Row, Target } from './kind.ts'
import { partsOf } from './parts.ts'
import { readFolder } from './read-folder.ts'
import { shapeFlaws } from './shape-flaws.ts'

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
export type DataSet = { targets: TargetRows[]; flaws: Flaw[] }

/**
 * Reads the files of a data set and judges each record by itself.
 *
 * @param directory holds one JSON file or folder per kind; each may be absent
 * @throws {Problem} when the directory cannot be read
 */
export async function readDataSet(directory: string, kinds: readonly Kind[]): Promise<DataSet> {
  const names = await fileNames(directory)
  const dataSet: DataSet = { targets: [], flaws: unknownFiles(names, kinds) }
  for (const kind of kinds) {
    if ('folder' in kind) {
      const held = emptyTarget(kind.target)
      dataSet.targets.push(held)
      if (names.includes(kind.folder)) await readFolder(directory, kind, held, dataSet.flaws)
    } else {
      const targets = kind.targets.map(emptyTarget)
      dataSet.targets.push(...targets)
      if (names.includes(kind.file)) await readKind(directory, kind, targets, dataSet.flaws)
    }
  }
  if (names.length === 0) dataSet.flaws.push(flawOfFile('.', 'holds no file of a data set'))
  return dataSet
}

const emptyTarget = (target: Target): TargetRows => ({ target, rows: [], brokenIds: new Set(), unreadable: false })

async function fileNames(directory: string): Promise<string[]> {
  try {
    const names = await readdir(directory)
    return names.filter(name => !name.startsWith('.') && name !== 'README.md').sort()
  } catch (error) {
    throw new Problem(`cannot read ${directory}: ${messageOf(error)}`)
  }
}

function unknownFiles(names: readonly string[], kinds: readonly Kind[]): Flaw[] {
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

async function readKind(directory: string, kind: RecordKind, targets: TargetRows[], flaws: Flaw[]): Promise<void> {
  const content = await parseFile(directory, kind.file)
  if ('reason' in content || (!kind.single && !Array.isArray(content.json))) {
    for (const target of targets) target.unreadable = true
    flaws.push(flawOfFile(kind.file, 'reason' in content ? content.reason : 'must be an array of records'))
    return
  }
  if (kind.single) {
    readRecord(kind, content.json, { file: kind.file, path: [] }, targets, flaws)
  } else if (Array.isArray(content.json)) {
    for (const [index, raw] of content.json.entries()) {
      readRecord(kind, raw, { file: kind.file, record: index, id: idOf(kind, raw), path: [] }, targets, flaws)
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

function readRecord(kind: RecordKind, raw: unknown, place: Place, targets: TargetRows[], flaws: Flaw[]): void {
  const read = kind.read(raw)
  if ('issues' in read) {
    for (const flaw of shapeFlaws(read.issues, place, fieldNames(kind))) flaws.push(flaw)
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

const flawOfFile = (file: string, reason: string): Flaw => ({ place: { file, path: [] }, reason })
