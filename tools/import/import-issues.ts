import { CliError } from '@campstore/local-servers/cli-error'
import pg from 'pg'

/** A place in the files. */
export type Place = {
  file: string
  /** Index in the file's array; undefined for the file as a whole. */
  record?: number
  /** The record's id, if it has one. */
  id?: string
  /** Fields and array indexes within the record, `zones.0`; empty for the record itself. */
  path: string
}

export type ImportIssue = { place: Place; reason: string }

const maxReportedIssues = 50

/** `campgrounds.json[2] (cloud-terrace) zones.0.priceWeekday` */
export function describePlace({ file, record, id, path }: Place): string {
  const index = record === undefined ? '' : `[${record}]`
  return `${file}${index}${id === undefined ? '' : ` (${id})`}${path === '' ? '' : ` ${path}`}`
}

export const describeIssue = ({ place, reason }: ImportIssue): string => `${describePlace(place)}: ${reason}`

/** A data set that was refused as a whole: nothing was written. */
export class ImportRefused extends CliError {
  /** In the order of the files and of their records. */
  readonly issues: readonly ImportIssue[]

  constructor(directory: string, issues: readonly ImportIssue[]) {
    const shown = issues.slice(0, maxReportedIssues).map(issue => `  ${describeIssue(issue)}`)
    const more = issues.length > shown.length ? [`  and ${issues.length - shown.length} more`] : []
    const count = issues.length === 1 ? 'one problem' : `${issues.length} problems`
    super([`${directory} was refused, nothing was imported: ${count}`, ...shown, ...more].join('\n'))
    this.issues = issues
  }
}

/** SQLSTATE class 23, for example a value that must be unique and belongs to another record of the database. */
export const breaksIntegrity = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code?.startsWith('23') === true
