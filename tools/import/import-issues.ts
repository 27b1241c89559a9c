import { CliError } from '@campstore/local-servers/cli-error'

/** A place in the files. */
export type Place = {
  file: string
  /** Index in the file's array; undefined for the file as a whole. */
  record?: number
  /** The record's id, if it has one. */
  id?: string
  /** Fields and array indexes within the record: `zones.0`. */
  path: readonly string[]
}

/** Something that is wrong with a data set. */
export type ImportIssue = { place: Place; reason: string }

/** The maximum number of issues in a message. */
export const maxReportedIssues = 50

/** `campgrounds.json[2] (cloud-terrace) zones.0.priceWeekday: must be …` */
export function describeIssue({ place, reason }: ImportIssue): string {
  const record = place.record === undefined ? '' : `[${place.record}]`
  const id = place.id === undefined ? '' : ` (${place.id})`
  const field = place.path.length === 0 ? '' : ` ${place.path.join('.')}`
  return `${place.file}${record}${id}${field}: ${reason}`
}

/** A data set that was refused as a whole: nothing was written. */
export class ImportRefused extends CliError {
  /** In the order of the files and of their records. */
  readonly issues: readonly ImportIssue[]

  constructor(directory: string, issues: readonly ImportIssue[]) {
    const shown = issues.slice(0, maxReportedIssues).map(issue => `  ${describeIssue(issue)}`)
    const more = issues.length > maxReportedIssues ? [`  and ${issues.length - maxReportedIssues} more`] : []
    const count = issues.length === 1 ? 'one problem' : `${issues.length} problems`
    super([`${directory} was refused, nothing was imported: ${count}`, ...shown, ...more].join('\n'))
    this.issues = issues
  }
}
