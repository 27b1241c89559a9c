import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import { z } from 'zod'
import type { ImportIssue, Place } from './import-issues.ts'
import { partsOf } from './parts.ts'
import type { FileRecordType, JsonRecordType, RecordType, Row, Target } from './record-type.ts'
import { closestName, shapeIssues } from './shape-issues.ts'

/** A row and its place in the files. */
export type PlacedRow = { row: Row; place: Place }

/** The rows of the files for one target. */
export type TargetRows = {
  target: Target
  rows: PlacedRow[]
  /** Keys of parts whose record is invalid: they have no row, but references to them are not reported. */
  brokenIds: Set<string>
  /** Whether the file could not be read, so that its content is unknown. */
  unreadable: boolean
}

/** The content of a directory: rows by target, in the order of writing, and what is wrong. */
export type DataSet = { targets: TargetRows[]; issues: ImportIssue[] }

/**
 * Reads the files of a data set and validates each record.
 *
 * @param directory contains one JSON file or folder per record type; each is optional
 * @throws {CliError} when the directory cannot be read
 */
export async function readDataSet(directory: string, recordTypes: readonly RecordType[]): Promise<DataSet> {
  const names = await fileNames(directory)
  const dataSet: DataSet = { targets: [], issues: unknownFiles(names, recordTypes) }
  for (const kind of recordTypes) {
    if ('folder' in kind) {
      const targetRows = emptyTarget(kind.target)
      dataSet.targets.push(targetRows)
      if (names.includes(kind.folder)) await readFolder(directory, kind, targetRows, dataSet.issues)
    } else {
      const targets = kind.targets.map(emptyTarget)
      dataSet.targets.push(...targets)
      if (names.includes(kind.file)) await readRecords(directory, kind, targets, dataSet.issues)
    }
  }
  if (names.length === 0) dataSet.issues.push(fileIssue('.', 'contains no file of a data set'))
  return dataSet
}

const emptyTarget = (target: Target): TargetRows => ({ target, rows: [], brokenIds: new Set(), unreadable: false })

async function fileNames(directory: string): Promise<string[]> {
  try {
    const names = await readdir(directory)
    return names.filter(name => !name.startsWith('.') && name !== 'README.md').sort()
  } catch (error) {
    throw new CliError(`Cannot read ${directory}: ${messageOf(error)}`)
  }
}

function unknownFiles(names: readonly string[], recordTypes: readonly RecordType[]): ImportIssue[] {
  const known = recordTypes.map(kind => ('folder' in kind ? kind.folder : kind.file))
  return names
    .filter(name => !known.includes(name))
    .map(name => {
      const meant = closestName(name, known)
      return fileIssue(
        name,
        `is not part of a data set. ${meant ? `Did you mean ${meant}?` : `The files of a data set: ${known.join(', ')}`}`,
      )
    })
}

async function readRecords(
  directory: string,
  kind: JsonRecordType,
  targets: TargetRows[],
  issues: ImportIssue[],
): Promise<void> {
  const content = await parseFile(directory, kind.file)
  if ('reason' in content || (!kind.single && !Array.isArray(content.json))) {
    for (const target of targets) target.unreadable = true
    issues.push(fileIssue(kind.file, 'reason' in content ? content.reason : 'must be an array of records'))
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

function readRecord(
  kind: JsonRecordType,
  raw: unknown,
  place: Place,
  targets: TargetRows[],
  issues: ImportIssue[],
): void {
  const read = kind.read(raw)
  if ('issues' in read) {
    for (const issue of shapeIssues(read.issues, place, fieldNames(kind))) issues.push(issue)
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

/** The id of a record in messages: the values of its key. */
function idOf(kind: JsonRecordType, raw: unknown): string | undefined {
  const record = anObject.safeParse(raw).data
  const values = kind.targets[0]?.key.map(field => record?.[field]) ?? []
  const known = values.filter(value => typeof value === 'string' || typeof value === 'number')
  return known.length === 0 ? undefined : known.join(' ').slice(0, 130)
}

const fieldNames = (kind: JsonRecordType): string[] =>
  kind.targets.flatMap(target => [...target.columns, ...(target.within ?? [])])

const fileIssue = (file: string, reason: string): ImportIssue => ({ place: { file, path: [] }, reason })

/** Reads and validates the files of a folder of a data set into `targetRows`, and adds what is wrong to `issues`. */
async function readFolder(
  directory: string,
  kind: FileRecordType,
  targetRows: TargetRows,
  issues: ImportIssue[],
): Promise<void> {
  const names = await namesIn(join(directory, kind.folder))
  if ('reason' in names) {
    targetRows.unreadable = true
    issues.push({ place: { file: kind.folder, path: [] }, reason: names.reason })
    return
  }
  for (const name of names.visible) {
    const place = { file: `${kind.folder}/${name}`, path: [] }
    const read = await readOne(join(directory, kind.folder, name), name, kind)
    if ('row' in read) {
      targetRows.rows.push({ row: read.row, place })
    } else {
      targetRows.brokenIds.add(name)
      for (const reason of read.reasons) issues.push({ place, reason })
    }
  }
}

async function namesIn(folder: string): Promise<{ visible: string[] } | { reason: string }> {
  try {
    const names = await readdir(folder)
    return { visible: names.filter(name => !name.startsWith('.')).sort() }
  } catch (error) {
    return { reason: `is not readable as a folder: ${messageOf(error)}` }
  }
}

async function readOne(path: string, name: string, kind: FileRecordType): Promise<ReturnType<FileRecordType['read']>> {
  if (!kind.names.pattern.test(name)) return { reasons: [`must be named ${kind.names.description}`] }
  const content = await readFile(path).catch((error: unknown) => ({ unreadable: messageOf(error) }))
  if ('unreadable' in content) return { reasons: [`is not readable: ${content.unreadable}`] }
  if (content.length > kind.maxBytes) {
    return { reasons: [`has ${content.length} bytes; at most ${kind.maxBytes} are allowed`] }
  }
  return kind.read(name, content)
}
