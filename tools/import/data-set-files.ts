import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '@campstore/local-servers/cli-error'
import type { TargetRows } from './data-set.ts'
import type { ImportIssue } from './import-issues.ts'
import type { FileRecordType } from './record-type.ts'

/** Reads and validates the files of a folder of a data set into `targetRows`, and adds what is wrong to `issues`. */
export async function readFolder(
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
