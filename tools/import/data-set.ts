import { readdir } from 'node:fs/promises'
import { closestName } from '@campstore/contract/issue-text'
import { explained } from '@campstore/local-servers/cli-error'
import type { ImportIssue } from './import-issues.ts'
import { type DataSet, emptyDataSet, type RecordType } from './record-type.ts'

/** Reads the files of a data set and validates each record. @throws {CliError} when the directory cannot be read */
export async function readDataSet(directory: string, recordTypes: readonly RecordType[]): Promise<DataSet> {
  const names = await fileNames(directory)
  const contents = await Promise.all(
    recordTypes.map(type => (names.includes(type.file) ? type.read(directory) : emptyDataSet(type.tables))),
  )
  return {
    tables: contents.flatMap(({ tables }) => tables),
    issues: [...unknownFiles(names, recordTypes), ...contents.flatMap(({ issues }) => issues)],
    activity: contents.find(content => content.activity)?.activity,
  }
}

async function fileNames(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(explained(`Cannot read ${directory}`))
  return names.filter(name => !name.startsWith('.') && name !== 'README.md').sort()
}

function unknownFiles(names: readonly string[], recordTypes: readonly RecordType[]): ImportIssue[] {
  if (names.length === 0) return [{ place: { file: '.', path: '' }, reason: 'contains no file of a data set' }]
  const known = recordTypes.map(({ file }) => file)
  return names
    .filter(name => !known.includes(name))
    .map(file => {
      const meant = closestName(file, known)
      const hint = meant ? `Did you mean ${meant}?` : `The files of a data set: ${known.join(', ')}`
      return { place: { file, path: '' }, reason: `is not part of a data set. ${hint}` }
    })
}
